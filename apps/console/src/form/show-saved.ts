import { toast } from '@ruwu/ui'
import { texts } from './texts.ts'

/** After saving; what the guard found in saved messages is told at once, not when they are held back. */
export const showSaved = (warnings: readonly string[] = []): void =>
  warnings.length > 0 ? toast.warning(texts.savedWithWarnings(warnings)) : toast.success(texts.saved)
