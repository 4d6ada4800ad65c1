import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  agentApi,
  type Endpoint,
  exportApi,
  type ImportResult,
  knowledgeApi,
  quickReplyApi,
  roleApi,
  searchApi,
  TABLE_FORMATS,
  tagApi,
} from '@ruwu/contract'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { fileOf } from '@ruwu/server/testing/sample-files.ts'
import {
  EXPORT_ROWS_MAX,
  type FullSettings,
  openFullSettings,
  questionSheet,
  QUICK_REPLIES_MAX,
  replySheet,
  searchPanel,
} from '@ruwu/server/testing/settings-data.ts'
import type { Report, Run } from '../scripts/lib/figures-runner.ts'
import { percentile } from './load.ts'

const BUDGET_MS = 100
const BUDGET_MB = 300
const TIMES = 60
const BAD_ROWS = 100
const EXPORT_SECONDS = 60

/** The lists of the settings pages and the `/` panel with full libraries, and the largest imports and exports. */
export const run: Run = async (report) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-settings-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const settings = await openFullSettings(postgres.adminUrl)
    await measureLists(settings, report)
    await measurePanel(settings, report)
    await measureImports(settings, report)
    await measureExports(settings, report)
    await settings.close()
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureLists({ zhao }: FullSettings, report: Report): Promise<void> {
  const calls: [name: string, endpoint: Endpoint, args: object][] = [
    ['agents', agentApi.list, { body: {} }],
    ['roles', roleApi.list, {}],
    ['tags', tagApi.list, { body: { withUsage: true } }],
    ['tag_groups', tagApi.listGroups, {}],
    ['quick_replies', quickReplyApi.groupReplies, {}],
    ['reply_search', searchApi.global, { body: { keyword: '报价', types: ['reply'] } }],
  ]
  for (const [name, endpoint, args] of calls)
    await time(report, name, async () => {
      const { code, msg } = await zhao.request(endpoint, args)
      if (code !== 1) throw new Error(`${name}: ${code} ${msg}`)
    })
}

/** What a key press in the panel costs once the libraries are there: both are searched for the typed text. */
async function measurePanel({ zhao }: FullSettings, report: Report): Promise<void> {
  const { entGroups, agentGroups } = await zhao.call(quickReplyApi.groupReplies, {})
  const groups = [...entGroups, ...agentGroups]
  let n = 0
  await time(report, 'panel_search', async () => {
    n += 1
    searchPanel(groups, ['d1', '第', 'thf', '五金', 'k49'][n % 5] ?? '')
  })
}

async function time(report: Report, name: string, work: () => Promise<void>): Promise<void> {
  const times: number[] = []
  for (let round = 0; round <= TIMES; round += 1) {
    const began = performance.now()
    await work()
    if (round > 0) times.push(performance.now() - began)
  }
  const p95 = percentile(
    times.toSorted((a, b) => a - b),
    0.95,
  )
  const isWithin = p95 <= BUDGET_MS
  report({ name: `settings.${name}.p95`, value: p95, unit: 'ms', budget: `<= ${BUDGET_MS}`, isWithin })
}

async function measureImports({ lin, zhao, relationId }: FullSettings, report: Report): Promise<void> {
  const replies = fileOf(await replySheet(1000, BAD_ROWS), 'replies.xlsx')
  const questions = fileOf(await questionSheet(10_000, BAD_ROWS), 'questions.xlsx')
  await measureImport(report, 'import_replies', QUICK_REPLIES_MAX, () =>
    lin.call(quickReplyApi.import, { body: { ownerType: 'agent' }, file: replies }),
  )
  await measureImport(report, 'import_questions', 10_000 - BAD_ROWS, () =>
    zhao.call(knowledgeApi.import, { body: { relationId }, file: questions }),
  )
}

/** The largest export that is allowed, in both formats. */
async function measureExports({ zhao, fillAudit, runExport }: FullSettings, report: Report): Promise<void> {
  // The entry of each export counts too.
  await fillAudit(EXPORT_ROWS_MAX - TABLE_FORMATS.length)
  for (const format of TABLE_FORMATS) {
    const name = `settings.export_${format}`
    await zhao.call(exportApi.create, { body: { type: 'audit', filters: {}, format } })
    const { seconds, megabytes } = await measure(runExport)
    const [item] = (await zhao.call(exportApi.list, { body: {} })).items
    report({
      name: `${name}.memory`,
      value: megabytes,
      unit: 'MB',
      budget: `<= ${BUDGET_MB}`,
      isWithin: megabytes <= BUDGET_MB,
    })
    report({
      name: `${name}.time`,
      value: seconds,
      unit: 's',
      budget: `<= ${EXPORT_SECONDS}`,
      isWithin: seconds <= EXPORT_SECONDS,
    })
    const rows = item?.status === 'done' ? item.rows : 0
    report({ name: `${name}.rows`, value: rows, unit: 'rows', budget: '-', isWithin: rows >= EXPORT_ROWS_MAX - 2 })
  }
}

/** How much memory the work takes beside what the server has before, in the server and in the process that reads the file. */
async function measure<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number; megabytes: number }> {
  const before = process.memoryUsage.rss()
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss() - before + readerBytes())), 20)
  const began = performance.now()
  const result = await work()
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  return { result, seconds, megabytes: peak / 2 ** 20 }
}

async function measureImport(
  report: Report,
  name: string,
  rows: number,
  work: () => Promise<ImportResult>,
): Promise<void> {
  const { result, seconds, megabytes } = await measure(work)
  const { success, failed } = result
  const isWithin = megabytes <= BUDGET_MB
  report({ name: `settings.${name}.memory`, value: megabytes, unit: 'MB', budget: `<= ${BUDGET_MB}`, isWithin })
  report({ name: `settings.${name}.time`, value: seconds, unit: 's', budget: '-', isWithin: true })
  report({ name: `settings.${name}.rows`, value: success, unit: 'rows', budget: rows, isWithin: success === rows })
  const named = failed.filter(({ msg }) => /为空|请输入/.test(msg)).length
  report({
    name: `settings.${name}.bad_rows`,
    value: named,
    unit: 'rows',
    budget: BAD_ROWS,
    isWithin: named === BAD_ROWS,
  })
}

const PAGE_BYTES = 4096

/** Resident memory of running file readers; 0 where the system has no /proc. */
function readerBytes(): number {
  let bytes = 0
  for (const pid of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('file-reader.child'))
        bytes += Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
    } catch {
      // The process has ended.
    }
  }
  return bytes
}
