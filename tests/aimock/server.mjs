// A model that solves `x - k = 2` with tools, in words and with a program, played by aimock, with faults.
// Prints the server's address; ends when its input ends. The argument holds aimock's chaos as JSON.

import { LLMock } from "@copilotkit/aimock";

// The faults are drawn from Math.random: seeded, so that each start has the same.
let state = 7;
Math.random = () => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return state / 2 ** 32;
};

function said({ messages }) {
  const last = messages.at(-1).content;
  const all = messages.map((turn) => turn.content).join("\n");
  const [, k, right] = [...all.matchAll(/Solve \$x - (\d+) = (\d+)\$ \(test\)/g)].at(-1) ?? [, 0, 2];
  const result = `x = ${Number(k) + Number(right)}`;
  if (messages[0].content.includes("Python"))
    return "```python\ndef solution():\n    return '" + result + "'\n```";
  if (last.startsWith("Output:")) return `Final Answer: $${result}$`;
  if (messages[0].content.startsWith("You solve a problem"))
    return `Action: solve_eq("x - ${k} = ${right}")\nOutput: made up`;
  return `We add.\nThe answer is: $${result}$`;
}

const mock = new LLMock({ port: 0, logLevel: "silent", chaos: JSON.parse(process.argv[2]) });
mock.on({ predicate: () => true }, (request) => ({ content: said(request) }));
console.log(await mock.start());
process.stdin.resume().on("end", () => process.exit(0));
