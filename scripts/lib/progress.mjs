/** A reason to end, as one sentence for the operator, perhaps with the end of a tool's output. */
export class ScriptError extends Error {}

/** The processes of a test run count from the start of the run. */
export const startedAt = Number(process.env.TEST_STARTED_AT ?? Date.now())

/** Time since the start, as the beginning of a line. */
export const elapsed = () => `[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} 秒]`

export const say = (line) => console.log(`${elapsed()} ${line}`)

/** Runs a script's main function: its sentence on failure, no stack trace, exit code 1. */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    console.error(error instanceof ScriptError ? error.message : error)
    process.exitCode = 1
  }
}
