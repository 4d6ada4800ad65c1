import {
  allEndpoints,
  BUILTIN_ROLE_KEYS,
  type BuiltinRole,
  CORE_BASE_PATH,
  ERRORS,
  type NamedEndpoint,
  REQUEST_ID_HEADER,
} from '@ruwu/contract'
import { BUILTIN_ROLES, withImplied } from '@ruwu/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from './person.ts'
import { world, type World } from './world.ts'

/** Every endpoint × every built-in role; that ids of another enterprise look absent is shown per endpoint (tenant-isolation.ts). */
const endpoints = allEndpoints()

const granted = new Map(
  BUILTIN_ROLE_KEYS.map((key) => [key, new Set<string>(withImplied(BUILTIN_ROLES[key].permissions()))]),
)

const mayCall = (role: BuiltinRole, { endpoint: { access } }: NamedEndpoint): boolean =>
  access === 'public' || access === 'login' || granted.get(role)!.has(access)

let here: World
const people = new Map<BuiltinRole, Person>()

beforeAll(async () => {
  here = await world({ keepUntilFileEnds: true })
  for (const key of BUILTIN_ROLE_KEYS) people.set(key, await (await here.hire(BUILTIN_ROLES[key].name, key)).signIn())
})

describe.each(BUILTIN_ROLE_KEYS)('%s', (role) => {
  test.each(endpoints)('$name is open exactly to whom its permission is granted', async (named) => {
    const { endpoint } = named
    const answer = await here.app.inject({
      method: endpoint.method,
      url: CORE_BASE_PATH + endpoint.path,
      ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { payload: { any: 'thing' } }),
      headers: {
        authorization: `Bearer ${people.get(role)!.token}`,
        // Refused after authorisation and before the handler: no call of this loop writes.
        [REQUEST_ID_HEADER]: 'malformed',
      },
    })

    expect(answer.statusCode).not.toBe(401)
    const { code } = answer.json<{ code: number }>()
    expect(code === ERRORS.forbidden.code).toBe(!mayCall(role, named))
  })
})

const ACCESS_TEXTS: Partial<Record<string, string>> = { public: '公开', login: '登录' }

test('docs/access-table.md shows the same; -u writes it again', async () => {
  const names = BUILTIN_ROLE_KEYS.map((key) => BUILTIN_ROLES[key].name)
  const rows = endpoints.map((named) => {
    const { method, path, summary, access } = named.endpoint
    const marks = BUILTIN_ROLE_KEYS.map((key) => (mayCall(key, named) ? '✓' : '–'))
    const call = path ? `\`${method} ${path}\`` : `${method}, the base path itself`
    return `| ${[call, summary, ACCESS_TEXTS[access] ?? `\`${access}\``, ...marks].join(' | ')} |`
  })
  const table = [
    '# Who may call what',
    '',
    'Generated from the contract and the built-in roles by `apps/server/src/testing/access-table.test.ts`, which also calls every endpoint as each role.',
    'Enterprises can make roles of their own: then the permission in the third column decides. Ids of another enterprise look absent to every role',
    '(40401, or an empty result): `absentForRival` in `tenant-isolation.ts` has a test for each endpoint that takes ids. 登录 is any signed-in agent; within',
    'such a call the data scope decides, and an edit of others asks for its permission inside.',
    '',
    `| Call | What | Needs | ${names.join(' | ')} |`,
    `|---|---|---|${names.map(() => ':-:|').join('')}`,
    ...rows,
    '',
  ].join('\n')

  await expect(table).toMatchFileSnapshot('../../../../docs/access-table.md')
})
