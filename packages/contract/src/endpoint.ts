import type { z } from 'zod'
import type { ErrorName } from './errors.ts'
import type { Permission } from './permission.ts'

/** Who may call: anybody, any signed-in agent, or agents holding one permission. */
export type Access = 'public' | 'login' | Permission

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Endpoint<
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Data extends z.ZodType = z.ZodType,
> = {
  method: Method
  /** Below the core base path; '' is the base path itself. */
  path: string
  access: Access
  summary: string
  query: Query
  body: Body
  data: Data
  /** Refusals of its own, besides the common ones. */
  errors: readonly ErrorName[]
}

export const CORE_BASE_PATH = '/luna/core/api'

/** Header that names one write; a repeated name within the window is answered with the first answer. */
export const REQUEST_ID_HEADER = 'x-request-id'
export const REQUEST_REPEAT_WINDOW_MS = 10 * 60_000

type Definition<Q extends z.ZodType | undefined, B extends z.ZodType | undefined, D extends z.ZodType> = {
  method: Method
  path: string
  access: Access
  summary: string
  query?: Q
  body?: B
  data: D
  errors?: readonly ErrorName[]
}

export function endpoint<
  D extends z.ZodType,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(definition: Definition<Q, B, D>): Endpoint<Q, B, D> {
  return { errors: [], ...definition, query: definition.query as Q, body: definition.body as B }
}

export const isWrite = (endpoint: Pick<Endpoint, 'method'>) => endpoint.method !== 'GET'

type Part<T extends z.ZodType | undefined, Key extends string, Side extends 'in' | 'out'> = T extends z.ZodType
  ? { [K in Key]: Side extends 'in' ? z.input<T> : z.output<T> }
  : unknown

/** What a caller passes. */
export type CallArgs<E extends Endpoint> = Part<E['query'], 'query', 'in'> & Part<E['body'], 'body', 'in'>

/** What a handler receives. */
export type HandlerArgs<E extends Endpoint> = Part<E['query'], 'query', 'out'> & Part<E['body'], 'body', 'out'>

export type Data<E extends Endpoint> = z.output<E['data']>
export type DataInput<E extends Endpoint> = z.input<E['data']>
