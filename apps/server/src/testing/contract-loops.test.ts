import { randomUUID } from 'node:crypto'
import { allEndpoints, CORE_BASE_PATH, type NamedEndpoint, PERMISSIONS, REQUEST_ID_HEADER } from '@ruwu/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Person } from './person.ts'
import { world, type World } from './world.ts'

/** Walks the whole contract: a new endpoint is held to these rules without a new test. */
const endpoints = allEndpoints()
const guarded = endpoints.filter(({ endpoint }) => endpoint.access !== 'public')
const permitted = endpoints.filter(({ endpoint }) => !['public', 'login'].includes(endpoint.access))

let here: World
let outsider: Person
let nobody: Person

beforeAll(async () => {
  here = await world({ keepUntilFileEnds: true })
  outsider = await (await here.hire('无权限', [])).signIn()
  nobody = await here.hire('未登录', [])
})

const call = (person: Person, { endpoint }: NamedEndpoint, headers: Record<string, string> = {}) =>
  here.app.inject({
    method: endpoint.method,
    url: CORE_BASE_PATH + endpoint.path,
    ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { payload: { any: 'thing' } }),
    headers: {
      ...(person.token ? { authorization: `Bearer ${person.token}` } : {}),
      [REQUEST_ID_HEADER]: randomUUID().replaceAll('-', ''),
      ...headers,
    },
  })

test('the contract has endpoints, and no two of them share method and path', () => {
  const addresses = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)

  expect(addresses.length).toBeGreaterThan(10)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('every access is public, login or a permission that exists', () => {
  const known = ['public', 'login', ...PERMISSIONS] as string[]

  expect(endpoints.filter(({ endpoint }) => !known.includes(endpoint.access))).toEqual([])
})

describe.each(guarded)('$name', (named) => {
  test.each([
    ['no token', {}],
    ['a made-up token', { authorization: 'Bearer made-up' }],
    ['the literal header of a signed-out client', { authorization: 'undefined' }],
    ['a cookie', { cookie: 'authorization=whatever; token=whatever' }],
  ])('asks who is calling: %s is refused before the request is read', async (_name, headers) => {
    const response = await call(nobody, named, headers)

    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ code: 40101, data: null, msg: '请重新登录' })
  })
})

describe.each(permitted)('$name', (named) => {
  test('refuses a role without its permission, before the request is read', async () => {
    const response = await call(outsider, named)

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ code: 40301, data: null, msg: '没有权限' })
  })
})

/** The text fields of a request, by name. */
function textFields(schema: z.ZodType | undefined): [string, z.ZodType][] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).filter(
    ([, field]) => bare(field) instanceof z.ZodString,
  )
}

const bare = (field: z.ZodType): z.ZodType =>
  field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable
    ? bare(field.unwrap() as z.ZodType)
    : field

const texts = endpoints.flatMap(({ name, endpoint }) =>
  [...textFields(endpoint.body), ...textFields(endpoint.query)].map(([field, schema]) => ({ name, field, schema })),
)

test.each(texts)('$name refuses in $field what the database could not keep', ({ schema }) => {
  expect(schema.safeParse('a\0b').success).toBe(false)
  expect(schema.safeParse('a\uD800b').success).toBe(false)
})
