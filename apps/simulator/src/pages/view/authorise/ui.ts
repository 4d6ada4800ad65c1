import type { AuthoriseAnswer } from '../../../views.ts'

export type AuthoriseResult = Extract<AuthoriseAnswer, { kind: 'done' | 'refused' }> | { kind: 'cancelled' }

export type AuthoriseUi = { result: AuthoriseResult | null }

export const INITIAL: AuthoriseUi = { result: null }
