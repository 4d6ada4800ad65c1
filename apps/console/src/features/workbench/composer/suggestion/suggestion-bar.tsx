import { cx, IconButton, ScoreBar } from '@ruwu/ui'
import { BookOpen, Sparkle, X } from 'lucide-react'
import { messageOf } from '../../../../api/errors.ts'
import { texts } from '../texts.ts'
import styles from './suggestion-bar.module.css'
import type { SuggestionState } from './use-suggestion.ts'

/** A suggested reply above the box; never sent by itself. */
export function SuggestionBar({ suggestion, onTake }: { suggestion: SuggestionState; onTake: () => void }) {
  const { item, items, index, error, refetch, choose, dismiss } = suggestion
  if (!item && !error) return null
  return (
    <section className={styles.bar} aria-label={texts.suggestion}>
      <header>
        <Sparkle size={14} fill="currentColor" aria-hidden="true" />
        <b>{texts.suggestion}</b>
        <small>{texts.suggestionHint}</small>
        <IconButton
          className={styles.close}
          label={texts.dropSuggestion}
          title={texts.dropSuggestion}
          onClick={dismiss}
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      </header>
      {item ? (
        <>
          <p className={styles.text}>{item.text}</p>
          <div className={styles.foot}>
            <button type="button" className={styles.take} onClick={onTake}>
              {texts.takeSuggestion}
              <kbd>Tab</kbd>
            </button>
            {items.length > 1 && (
              <button type="button" onClick={() => choose(index + 1)}>
                {texts.nextSuggestion}
              </button>
            )}
            <ul className={styles.sources} aria-label={texts.suggestionSources}>
              {items.map((each, at) => (
                // Two entries may share a title.
                <li key={each.text} className={cx(at === index && styles.chosen)}>
                  {each.sources.map(({ knowledgeId, title, score }) => (
                    <button
                      key={knowledgeId}
                      type="button"
                      aria-pressed={at === index}
                      title={title}
                      onClick={() => choose(at)}
                    >
                      <BookOpen size={13} aria-hidden="true" />
                      <span className="cut">{title}</span>
                      <ScoreBar score={score} />
                    </button>
                  ))}
                </li>
              ))}
            </ul>
          </div>
        </>
      ) : (
        <p className={styles.failed} role="alert">
          {messageOf(error)}
          <button type="button" onClick={() => void refetch()}>
            {texts.retry}
          </button>
        </p>
      )}
    </section>
  )
}
