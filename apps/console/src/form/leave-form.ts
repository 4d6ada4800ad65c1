import { confirm } from '@ruwu/ui'
import { texts } from './texts.ts'

/** Asks for confirmation when unsaved input would be lost. */
export async function leaveForm(isDirty: boolean, leave: () => void): Promise<void> {
  if (!isDirty || (await confirm({ title: texts.leaveDirty }))) leave()
}
