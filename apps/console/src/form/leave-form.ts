import { ERRORS } from '@ruwu/contract'
import { confirm } from '@ruwu/ui'
import { ResultError } from '../api/errors.ts'
import { texts } from './texts.ts'

/** Whether unsaved input may be lost. */
export const askLeave = () =>
  confirm({ title: texts.leaveDirty, cancelText: texts.keepEditing, confirmText: texts.discard })

/** Asks for confirmation when unsaved input would be lost. */
export async function leaveForm(isDirty: boolean, leave: () => void): Promise<void> {
  if (!isDirty || (await askLeave())) leave()
}

export const isStale = (error: unknown): error is ResultError =>
  error instanceof ResultError && error.code === ERRORS.stale.code

/**
 * Version conflict: resolves to true when the agent wants to load the colleague's version instead of their own input.
 */
export const askLatest = (error: ResultError) => confirm({ title: error.message, confirmText: texts.seeLatest })
