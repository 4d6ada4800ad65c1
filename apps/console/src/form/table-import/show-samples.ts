import type { ImportResult } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { texts } from './texts.ts'

/** After 导入示例; `imported` tells how many. None are new where a colleague, or another tab, was faster. */
export function showSamples({ success, failed }: ImportResult, imported: string): void {
  if (success > 0) toast.success(imported)
  const [first] = failed
  if (first) toast.warning(texts.samplesFailed(failed.length, first.msg))
  else if (success === 0) toast.info(texts.samplesKnown)
}
