import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Source } from '../../views.ts'

const FOLDER = fileURLToPath(new URL('../../../../../fixtures/platforms', import.meta.url))

export type WebhookSample = {
  credentials: { cryptoKey: string; clientSecret: string }
  request: { path: string; headers: Record<string, string>; body: string }
}
export type Exchange = {
  request: {
    method: string
    path: string
    query: Record<string, string>
    headers: Record<string, string>
    json?: Record<string, unknown>
    form?: Record<string, string>
    multipart?: { name: string }[]
  }
  response?: { status: number; headers?: Record<string, string>; body?: string }
  then?: Exchange[]
}
export type CallSample = Exchange & { error?: { code: string } }

/** All golden samples of a kind by name. Read by each suite: a new file needs no registration. */
export function readSamples<T>(source: Source, kind: 'webhook' | 'call'): [string, T][] {
  const folder = path.join(FOLDER, source, kind)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as T])
}
