import type { z } from 'zod'
import type { AuditAction } from './audit-action.ts'
import type { ErrorName } from './errors.ts'
import type { Permission } from './permission.ts'

/** Authorisation: no sign-in, any signed-in agent, or agents with one permission. */
type Access = 'public' | 'login' | Permission

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The call takes one file as multipart/form-data: part `file` and the body's fields. */
export type FileRule = { maxBytes: number }

/** An uploaded file. Name and bytes are untrusted input. */
export type IncomingFile = { name: string; bytes: Uint8Array }

export type Endpoint<
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Data extends z.ZodType = z.ZodType,
  File extends FileRule | undefined = FileRule | undefined,
> = {
  method: Method
  /** Below the core base path; '' is the base path itself. */
  path: string
  access: Access
  summary: string
  query: Query
  body: Body
  file: File
  data: Data
  /** Errors it may answer besides the common ones. */
  errors: readonly ErrorName[]
  /** Changes no stored data, whatever its method: the response is not kept for replay. */
  isRead: boolean
  /** What a successful or refused call may leave in the audit log. A write without any has its reason in docs/security.md. */
  audit: readonly AuditAction[]
  /** Refused to visitors of /demo: it calls addresses of their choice, keeps files of theirs, or is about an account that they do not have. */
  isClosedToVisitors: boolean
}

export const CORE_BASE_PATH = '/luna/core/api'

/** Idempotency key of a write; a repeated key within the window gets the first response. */
export const REQUEST_ID_HEADER = 'x-request-id'
export const REQUEST_REPEAT_WINDOW_MS = 10 * 60_000

/** Id of a role: reads are answered with its rights as far as they are the caller's too, writes are refused. */
export const PREVIEW_ROLE_HEADER = 'x-preview-role'

type Definition<
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  D extends z.ZodType,
  F extends FileRule | undefined,
> = {
  method: Method
  path: string
  access: Access
  summary: string
  query?: Q
  body?: B
  file?: F
  data: D
  errors?: readonly ErrorName[]
  isRead?: boolean
  audit?: readonly AuditAction[]
  isClosedToVisitors?: boolean
}

export function endpoint<
  D extends z.ZodType,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  F extends FileRule | undefined = undefined,
>(definition: Definition<Q, B, D, F>): Endpoint<Q, B, D, F> {
  const { query, body, file } = definition
  return {
    errors: [],
    audit: [],
    isClosedToVisitors: false,
    isRead: definition.method === 'GET',
    ...definition,
    query: query as Q,
    body: body as B,
    file: file as F,
  }
}

type Part<T extends z.ZodType | undefined, Key extends string, Side extends 'in' | 'out'> = T extends z.ZodType
  ? { [K in Key]: Side extends 'in' ? z.input<T> : z.output<T> }
  : unknown

type FilePart<E extends Endpoint, File> = E['file'] extends FileRule ? { file: File } : unknown

/** What a caller passes. */
export type CallArgs<E extends Endpoint> = Part<E['query'], 'query', 'in'> &
  Part<E['body'], 'body', 'in'> &
  FilePart<E, Blob>

/** What a handler receives. */
export type HandlerArgs<E extends Endpoint> = Part<E['query'], 'query', 'out'> &
  Part<E['body'], 'body', 'out'> &
  FilePart<E, IncomingFile>

export type Data<E extends Endpoint> = z.output<E['data']>
export type DataInput<E extends Endpoint> = z.input<E['data']>
