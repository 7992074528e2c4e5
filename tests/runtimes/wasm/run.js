// Runs the tests that a WebAssembly module exports: `node run.js <folder with on_wasm.js>`.
"use strict";
const path = require("node:path");
const { execFileSync } = require("node:child_process");

const file = path.resolve(process.argv[2], "on_wasm.js");

// A module of its own each time, as each page and each worker has one.
function freshInstance() {
  delete require.cache[file];
  return require(file);
}

function areDifferent(delays) {
  const all = delays.join(" ").split(" ");
  if (all.length !== delays.length * 5 || new Set(all).size !== all.length) {
    throw new Error(`the same jitter: ${delays.join(" | ")}`);
  }
}

const tests = {
  ...freshInstance(),
  instances_of_one_process_wait_differently: () => areDifferent([1, 2, 3].map(() => freshInstance().delays())),
  processes_wait_differently: () =>
    areDifferent([1, 2, 3].map(() => execFileSync(process.execPath, [__filename, process.argv[2], "delays"]).toString())),
};
delete tests.delays;
delete tests.start;

async function main() {
  if (process.argv[3] === "delays") {
    process.stdout.write(freshInstance().delays());
    return;
  }
  for (const [name, test] of Object.entries(tests)) {
    if (typeof test !== "function" || name.startsWith("__")) continue;
    await test();
    console.log(`test ${name} ... ok`);
  }
  // A timer that was dropped and not cleared would keep the process alive for the minute of its timeout.
  setTimeout(() => { throw new Error("something still waits") }, 10_000).unref();
}

main();
