import { z } from 'zod'

const hex32 = /^[0-9a-f]{32}$/

/** Every id of ours is 32 hexadecimal characters on the wire; the brand keeps one kind from passing for another. */
const id = <B extends string>() => z.string().regex(hex32, '标识格式不正确').brand<B, 'inout'>()

export const EntId = id<'EntId'>()
export type EntId = z.infer<typeof EntId>

export const AgentId = id<'AgentId'>()
export type AgentId = z.infer<typeof AgentId>

export const RoleId = id<'RoleId'>()
export type RoleId = z.infer<typeof RoleId>

export const CaptchaId = id<'CaptchaId'>()
export type CaptchaId = z.infer<typeof CaptchaId>

/** Instants travel as RFC 3339 in UTC with milliseconds, always of the same width. */
export const Instant = z.iso.datetime({ precision: 3 })
export type Instant = z.infer<typeof Instant>
