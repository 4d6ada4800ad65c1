import { hash, randomBytes } from 'node:crypto'

/** Opaque and URL-safe, 256 bits; the server stores only its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The token of an Authorization header; empty for anything but `Bearer …` (a signed-out client sends `undefined`). */
export const bearerToken = (header: string | undefined): string => /^Bearer (\S+)$/.exec(header ?? '')?.[1] ?? ''

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
