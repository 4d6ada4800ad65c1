import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allEndpoints, AUDIT_ACTIONS } from '../packages/contract/src/index.ts'
import { fromRoot } from './lib/paths.mjs'

/** Names of the calls in the rows of the page's table, each with its reason. */
function unauditedCalls(): Map<string, string> {
  const page = readFileSync(fromRoot('docs/security.md'), 'utf8')
  const section = /\n### Writes without an entry\n([\s\S]*?)(?=\n## |\n### |$)/.exec(page)?.[1] ?? ''
  const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(1)
  return new Map(rows.flatMap(([, reason = '', calls = '']) => calls.split(', ').map((call) => [call.trim(), reason])))
}

const writes = allEndpoints().filter(({ endpoint }) => !endpoint.isRead)
const listed = unauditedCalls()

test('every write leaves an audit entry, or docs/security.md says why it does not', () => {
  const undecided = writes.filter(({ name, endpoint }) => endpoint.audit.length === 0 && !listed.has(name))

  expect(writes.length).toBeGreaterThan(60)
  expect(undecided.map(({ name }) => name)).toEqual([])
})

test('the table names only writes that exist and leave no entry', () => {
  const known = new Set(writes.filter(({ endpoint }) => endpoint.audit.length === 0).map(({ name }) => name))

  expect([...listed.keys()].filter((name) => !known.has(name))).toEqual([])
  expect([...listed.values()].filter((reason) => reason.trim().length < 10)).toEqual([])
})

/** Left by commands of the operator. */
const OPERATOR_ACTIONS = [
  'points.grant',
  'points.take',
  'certify.review',
  'order.confirm',
  'order.refuseProof',
  'order.refuseInvoice',
  'order.issueInvoice',
  'order.reverseInvoice',
  'order.refund',
  'enterprise.suspend',
  'enterprise.resume',
] as const

test('every action is left by some call or command', () => {
  const used = new Set([...OPERATOR_ACTIONS, ...allEndpoints().flatMap(({ endpoint }) => endpoint.audit)])

  expect(AUDIT_ACTIONS.filter((action) => !used.has(action))).toEqual([])
})
