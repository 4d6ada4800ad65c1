import { toast } from '@ruwu/ui'
import { texts } from './texts.ts'

/** Returns whether the text was copied. */
export async function copyText(text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
    return true
  } catch {
    toast.warning(texts.copyFailed)
    return false
  }
}
