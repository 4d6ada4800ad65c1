/** A reason to end, as one sentence for the operator, perhaps with the end of a tool's output. */
export class ScriptError extends Error {}

const startedAt = Date.now()

export function say(line) {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`[${seconds.padStart(5)} 秒] ${line}`)
}

/** Runs a script's main function: its sentence on failure, no stack trace, exit code 1. */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    console.error(error instanceof ScriptError ? error.message : error)
    process.exitCode = 1
  }
}
