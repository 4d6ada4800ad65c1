import { toast } from '@ruwu/ui'

/** Returns whether the text was copied. */
export async function copyText(text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
    return true
  } catch {
    toast.warning('复制失败，请手动复制')
    return false
  }
}
