import os from 'node:os'
import { pathToFileURL } from 'node:url'
import { startQuickly } from '../../apps/server/src/platform/quick-start.ts'

/** One measured figure against its budget; `isWithin` decides, because some budgets are floors and some are roofs. */
export type Figure = { name: string; value: number | string; unit: string; budget: number | string; isWithin: boolean }
export type Report = (figure: Figure) => void
/** `minutes`: how long a run takes that can be of any length. */
export type RunOptions = { isSmall: boolean; minutes?: number }
export type Run = (report: Report, options: RunOptions) => Promise<void>

const BROKEN = 2

function machineFacts(): string {
  const cpus = os.cpus()
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB`
  const system = `${os.platform()} ${os.arch()} ${os.release()}`
  return ['#', system, `${cpus.length} x ${cpus[0]?.model ?? '?'}`, memory, `node ${process.version}`].join('\t')
}

const [file, ...flags] = process.argv.slice(2)
if (flags.includes('--machine')) console.log(machineFacts())

let isShort = false
let figures = 0
const report: Report = ({ name, value, unit, budget, isWithin }) => {
  figures++
  isShort ||= !isWithin
  const shown = typeof value === 'number' ? Number(value.toFixed(3)) : value
  console.log([name, shown, unit, budget, isWithin ? 'ok' : 'short'].join('\t'))
}

try {
  startQuickly()
  const { run } = (await import(pathToFileURL(file ?? '').href)) as { run: Run }
  const minutes = Number(flags.find((flag) => flag.startsWith('--minutes='))?.slice('--minutes='.length))
  await run(report, { isSmall: flags.includes('--small'), ...(minutes > 0 ? { minutes } : {}) })
  if (figures === 0) throw new Error(`${file} reported nothing`)
  process.exit(isShort ? 1 : 0)
} catch (error) {
  console.error(error)
  process.exit(BROKEN)
}
