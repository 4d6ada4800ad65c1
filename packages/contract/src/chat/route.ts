import { z } from 'zod'
import type { Method } from '../endpoint.ts'

/** The chat service's raw routes: no envelope, success is 200, a refusal is a status with `{error}`. */
export type ChatRoute<
  Params extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> = {
  method: Method
  /** Below the host root, with `:name` for parameters. */
  path: string
  access: 'public' | 'token'
  summary: string
  /** Adds rows or texts: what chat users add in a day is limited. Messages are counted where they are sent. */
  stores: boolean
  params: Params
  body: Body
  data: Data
}

const Nothing = z.object({})

type Definition<P extends z.ZodType, B extends z.ZodType, D extends z.ZodType> = {
  method?: Method
  path: string
  access?: 'public' | 'token'
  summary: string
  stores?: true
  params?: P
  body?: B
  data: D
}

export function chatRoute<
  D extends z.ZodType,
  P extends z.ZodType = typeof Nothing,
  B extends z.ZodType = typeof Nothing,
>(definition: Definition<P, B, D>): ChatRoute<P, B, D> {
  return {
    method: 'POST',
    access: 'token',
    ...definition,
    stores: definition.stores ?? false,
    params: (definition.params ?? Nothing) as P,
    body: (definition.body ?? Nothing) as B,
  }
}

/** Clients send null for absent keys; null and undefined mean the same. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)

/** Routes without a result answer the bare literal. */
export const True = z.literal(true)
