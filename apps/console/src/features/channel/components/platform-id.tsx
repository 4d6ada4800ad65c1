import { toast } from '@ruwu/ui'
import { Copy } from 'lucide-react'
import { shortId } from '../account.ts'
import { texts } from '../texts.ts'
import styles from './platform-id.module.css'

/** Copies the id on click. The short form shows only its ends. */
export function PlatformId({ id, isShort = false }: { id: string; isShort?: boolean }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(id)
      toast.success(texts.copiedId)
    } catch {
      toast.warning(texts.copyFailed)
    }
  }
  return (
    <button type="button" className={styles.id} title={`${texts.copyId} ${id}`} onClick={copy}>
      {isShort ? `ID ${shortId(id)}` : id}
      <Copy size={12} aria-hidden="true" />
      <span className="sr-only">{texts.copyId}</span>
    </button>
  )
}
