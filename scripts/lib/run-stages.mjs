/** Two cores: a stage that keeps one busy runs beside another such stage, one that keeps both busy runs alone. */
const CORES = 2

const sum = (numbers) => [...numbers].reduce((total, each) => total + each, 0)

/**
 * Starts the stages in their order, each as soon as as many cores are free as it keeps busy. Those that are `filler` do
 * not count for the others, nor the others for them: they take what the others leave of the processor while they wait.
 * Answers the results in the order of the stages.
 */
export async function runStages(stages, run) {
  const results = new Map()
  const runOne = async (name, stage) => results.set(name, await run(name, stage))
  const some = (isFiller) => stages.filter(([, { filler = false }]) => filler === isFiller)
  await Promise.all([inOrder(some(true), runOne), inOrder(some(false), runOne)])
  return stages.map(([name]) => results.get(name))
}

async function inOrder(stages, run) {
  const running = new Map()
  const started = []
  for (const [name, { cores, run: stage }] of stages) {
    while (running.size > 0 && sum(running.values()) + cores > CORES) await Promise.race(running.keys())
    const ended = run(name, stage).finally(() => running.delete(ended))
    running.set(ended, cores)
    started.push(ended)
  }
  await Promise.all(started)
}
