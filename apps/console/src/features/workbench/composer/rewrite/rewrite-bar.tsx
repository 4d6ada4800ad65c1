import { REWRITE_STYLES } from '@ruwu/contract'
import { REWRITE_LABELS } from '@ruwu/domain'
import { IconButton } from '@ruwu/ui'
import { LoaderCircle, WandSparkles, X } from 'lucide-react'
import styles from '../suggestion/suggestion-bar.module.css'
import { texts } from '../texts.ts'
import type { RewriteState } from './use-rewrite.ts'

type RewriteBarProps = {
  rewrite: RewriteState
  /** What a use costs; 0: the enterprise's own model. */
  points: number
}

/** The rewritten text above the box, which keeps the original until the agent takes the other. */
export function RewriteBar({ rewrite: { shown, ask, take, undo, close }, points }: RewriteBarProps) {
  if (!shown) return null
  const { kind, style } = shown
  const others = REWRITE_STYLES.filter((each) => each !== style)
  return (
    <section className={styles.bar} aria-label={texts.rewrite}>
      <header>
        <WandSparkles size={14} aria-hidden="true" />
        <b>{texts.rewriteAs(REWRITE_LABELS[style])}</b>
        <small>{texts.rewriteHint(points)}</small>
        <IconButton className={styles.close} label={texts.keepOriginal} title={texts.keepOriginal} onClick={close}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </header>
      {kind === 'asking' && (
        <p className={styles.failed} aria-live="polite">
          <LoaderCircle className={styles.spinner} size={14} aria-hidden="true" />
          {texts.rewriting}
        </p>
      )}
      {kind === 'offered' && (
        <>
          <p className={styles.text} aria-live="polite">
            {shown.text}
          </p>
          <div className={styles.foot}>
            <button type="button" className={styles.take} onClick={take}>
              {texts.takeSuggestion}
              <kbd>Tab</kbd>
            </button>
            {others.map((other) => (
              <button key={other} type="button" onClick={() => void ask(other)}>
                {REWRITE_LABELS[other]}
              </button>
            ))}
          </div>
        </>
      )}
      {kind === 'taken' && (
        <p className={styles.failed} aria-live="polite">
          {texts.rewriteTaken}
          <button type="button" onClick={undo}>
            {texts.undoRewrite}
          </button>
        </p>
      )}
      {kind === 'none' && (
        <p className={styles.failed} role="alert">
          {shown.said}
          <button type="button" onClick={() => void ask(style)}>
            {texts.rewriteAgain}
          </button>
        </p>
      )}
    </section>
  )
}
