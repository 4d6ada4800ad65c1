/** Two cores: a stage that keeps one busy runs beside another such stage, one that keeps both busy runs alone. */
const CORES = 2

const sum = (numbers) => [...numbers].reduce((total, each) => total + each, 0)

/**
 * Starts the stages in their order, each as soon as as many cores are free as it keeps busy. Answers their results in
 * the same order.
 */
export async function runStages(stages, run) {
  const running = new Map()
  const results = []
  for (const [name, { cores, run: stage }] of stages) {
    while (running.size > 0 && sum(running.values()) + cores > CORES) await Promise.race(running.keys())
    const result = run(name, stage).finally(() => running.delete(result))
    running.set(result, cores)
    results.push(result)
  }
  return Promise.all(results)
}
