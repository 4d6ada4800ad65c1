import { readdirSync, readFileSync } from 'node:fs'
import { CORE_BASE_PATH, knowledgeApi } from '@ruwu/contract'
import { Caller } from '@ruwu/e2e/caller.ts'
import { Server } from '@ruwu/e2e/server.ts'
import { freePort } from '@ruwu/testkit'
import { SimulatorProcess } from '@ruwu/e2e/simulator-process.ts'
import { zipOf } from '@ruwu/server/testing/sample-files.ts'
import type { Run } from '../../scripts/lib/figures-runner.ts'
import { ADMIN, bind, PASSWORD } from '../bound-accounts.ts'

const AT_ONCE = 6
const GROWTH_MAX_MB = 400
const WATCH_MS = 20
const PAGE_BYTES = 4096

/** Small files that describe huge tables, imported several at once: the server refuses them and stays small. */
export const run: Run = async (report) => {
  const simulatorPort = await freePort()
  const server = await Server.start(SimulatorProcess.serverEnv(simulatorPort))
  const simulator = await SimulatorProcess.start(simulatorPort, server.url)
  try {
    const admin = await new Caller(server.url).signIn(ADMIN, PASSWORD)
    const { relationId } = await bind(admin, simulator.platform, 'redbook')
    const token = admin.session?.token ?? ''
    const file = farCells()
    const before = memoryOf(server.pid ?? 0)
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, memoryOf(server.pid ?? 0))), WATCH_MS)
    const began = performance.now()
    const send = async (): Promise<string> => {
      const form = new FormData()
      form.set('relationId', relationId)
      form.set('file', new File([new Uint8Array(file)], '问答.xlsx'))
      const address = server.url + CORE_BASE_PATH + knowledgeApi.import.path
      const response = await fetch(address, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${token}` },
      })
      return ((await response.json()) as { msg: string }).msg
    }
    const said = await Promise.all(Array.from({ length: AT_ONCE }, send))
    clearInterval(watch)

    const growth = (peak - before) / 2 ** 20
    const refused = said.filter((msg) => msg.includes('表格的内容过多')).length
    report({ name: 'attacks.files.size', value: file.length, unit: 'bytes', budget: '-', isWithin: true })
    report({
      name: 'attacks.files.refused',
      value: refused,
      unit: 'files',
      budget: AT_ONCE,
      isWithin: refused === AT_ONCE,
    })
    report({
      name: 'attacks.files.memory_growth',
      value: growth,
      unit: 'MB',
      budget: `<= ${GROWTH_MAX_MB}`,
      isWithin: growth <= GROWTH_MAX_MB,
    })
    const seconds = (performance.now() - began) / 1000
    report({ name: 'attacks.files.took', value: seconds, unit: 's', budget: '<= 30', isWithin: seconds <= 30 })
  } finally {
    await simulator.stop()
    await server.stop()
  }
}

const cell = (place: string) => `<c r="${place}" t="inlineStr"><is><t>x</t></is></c>`

/** Two cells, as far apart as a sheet allows. */
const farCells = (): Buffer =>
  zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${cell('XFD1')}</row><row r="1048576">${cell('A1048576')}</row></sheetData></worksheet>`,
  })

/** Resident bytes of a process and its descendants, but for the database, whose buffers are shared. */
function memoryOf(root: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const [, command = '', parent = ''] = /\((.*)\) \S (\d+)/.exec(read(`/proc/${name}/stat`)) ?? []
    if (parent && !command.startsWith('postgres')) parents.set(Number(name), Number(parent))
  }
  const isOurs = (pid: number): boolean => pid === root || (parents.has(pid) && isOurs(parents.get(pid) ?? 0))
  return [...parents.keys()]
    .filter(isOurs)
    .reduce((sum, pid) => sum + Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES, 0)
}

/** Empty where the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
