import { ERRORS } from '@ruwu/contract'
import { confirm } from '@ruwu/ui'
import { ResultError } from '../api/errors.ts'
import { texts } from './texts.ts'

export const isStale = (error: unknown): error is ResultError =>
  error instanceof ResultError && error.code === ERRORS.stale.code

/** Somebody else saved meanwhile: true when the agent wants to see that instead of what stands in the form. */
export const askLatest = (error: ResultError) => confirm({ title: error.message, confirmText: texts.seeLatest })
