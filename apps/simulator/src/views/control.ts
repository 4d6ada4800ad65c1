import type { Source } from './source.ts'

export type ControlError = { error: { message: string } }

export type KnobValue = boolean | number | string

export type KnobInput =
  | { kind: 'switch' }
  | { kind: 'number'; unit: string; min: number; step: number }
  | { kind: 'probability' }
  | { kind: 'choice'; choices: { value: string; label: string }[] }
  | { kind: 'text'; placeholder: string }

export type KnobView = {
  name: string
  group: 'token' | 'send' | 'echo' | 'hook' | 'account' | 'other'
  groupLabel: string
  label: string
  explanation: string
  input: KnobInput
  /** null = off. */
  global: KnobValue | null
  perAccount: { source: Source; accountId: string; value: KnobValue }[]
}

/** Without an account the knob is set for all. null switches it off. */
export type KnobsRequest = {
  account?: { source: Source; accountId: string }
  set: Record<string, KnobValue | null>
}

export type ClockView = { mode: 'real' | 'fast' | 'manual'; factor: number; now: string }
export type ClockRequest = { mode: 'real' | 'fast' | 'manual'; factor?: number }

export type ScriptView = { scriptId: string; title: string; sources: Source[]; summary: string }
export type RunView = {
  runId: string
  scriptId: string
  title: string
  source: Source
  accountId: string
  customerId: string
  customerName: string
  /** Steps done of all. */
  done: number
  steps: number
  state: 'running' | 'waiting' | 'finished' | 'left' | 'silent' | 'stopped' | 'failed'
  note: string
  phonePath: string
}
export type ScriptStartRequest = { scriptId: string; source: Source; accountId: string; customerId?: string }
