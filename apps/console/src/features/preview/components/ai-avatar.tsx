import { SenderGlyph } from '@ruwu/ui'
import { StoredImage } from '../../../stored-file/stored-image.tsx'
import styles from './ai-avatar.module.css'

/** The AI's avatar, or the default glyph. */
export function AiAvatar({ url }: { url: string }) {
  return (
    <span className={styles.avatar}>
      {url ? <StoredImage className={styles.picture} url={url} alt="" /> : <SenderGlyph name="spark" size={18} />}
    </span>
  )
}
