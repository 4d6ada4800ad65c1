import {
  DEMO_PICTURES,
  type DemoAction,
  type DemoMessage,
  type DemoPayload,
  type DemoPhone,
  type DemoStarted,
  demoApi,
  type Source,
} from '@ruwu/contract'
import { SOURCE_LABELS } from '@ruwu/domain'
import { Avatar, Button, ErrorBlock, IconButton, SkeletonRows, cx } from '@ruwu/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, SendHorizontal, Undo2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import type { call } from '../../api/call.ts'
import { messageOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { SourceIcon } from '../../rendering/source-icon.tsx'
import { PhoneCard } from './phone-card.tsx'
import { texts } from './texts.ts'
import styles from './phone.module.css'

const POLL_MS = 1_500

export type Act = (action: DemoAction, payload?: DemoPayload) => Promise<unknown>

/** What is typed and not sent yet, one per platform. */
type Drafts = Partial<Record<Source, string>>
type Draft = { text: string; change: (next: (now: string) => string) => void }

type PhoneProps = { demo: DemoStarted; call: typeof call }

/** The customer's phone: it shows what the simulated platform holds, which is asked again and again. */
export function Phone({ demo: { demoId, accounts }, call: callDemo }: PhoneProps) {
  const [source, setSource] = useState<Source>(accounts[0]?.source ?? 'redbook')
  const [drafts, setDrafts] = useState<Drafts>({})
  const cache = useQueryClient()
  const keyOf = (of: Source) => ['demo', demoId, of]
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(source),
    queryFn: () => callDemo(demoApi.phone, { body: { demoId, source } }),
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
  const { mutateAsync } = useMutation({
    mutationFn: ([action, payload]: [DemoAction, DemoPayload]) =>
      callDemo(demoApi.act, { body: { demoId, source, action, payload } }),
    // The visitor may look at the other platform by now.
    onSuccess: (phone) => cache.setQueryData<DemoPhone>(keyOf(phone.source), phone),
    onError: showError,
  })
  const act: Act = (action, payload = {}) => mutateAsync([action, payload])
  const draft: Draft = {
    text: drafts[source] ?? '',
    change: (next) => setDrafts((all) => ({ ...all, [source]: next(all[source] ?? '') })),
  }
  return (
    <section className={styles.side} aria-label={texts.phone}>
      <fieldset className={styles.sources} aria-label={texts.platform}>
        {accounts.map((account) => (
          <button
            key={account.source}
            type="button"
            aria-pressed={account.source === source}
            onClick={() => setSource(account.source)}
          >
            <SourceIcon source={account.source} isNamed={false} />
            {SOURCE_LABELS[account.source]}
          </button>
        ))}
      </fieldset>
      <div className={styles.phone}>
        {error && !data ? (
          <ErrorBlock message={messageOf(error)} onRetry={refetch} />
        ) : data ? (
          <Screen key={source} phone={data} act={act} draft={draft} />
        ) : (
          <SkeletonRows rows={6} disc={false} />
        )}
      </div>
    </section>
  )
}

function Screen({ phone, act, draft }: { phone: DemoPhone; act: Act; draft: Draft }) {
  const { accountName, avatarUrl, isEntered, messages } = phone
  return (
    <>
      <header className={styles.head}>
        <Avatar name={accountName} src={avatarUrl} size={32} />
        <h2>{accountName}</h2>
      </header>
      {isEntered || messages.length > 0 ? (
        <>
          <Thread phone={phone} act={act} />
          <Composer act={act} draft={draft} hasHints={messages.length === 0} />
        </>
      ) : (
        <div className={styles.door}>
          <p>{texts.enterHint(accountName)}</p>
          <Button variant="primary" size="lg" onClick={() => void act('enter').catch(() => {})}>
            {texts.enter}
          </Button>
        </div>
      )}
    </>
  )
}

function Thread({ phone: { messages, canCopyWechat }, act }: { phone: DemoPhone; act: Act }) {
  const list = useRef<HTMLOListElement>(null)
  const lastId = messages.at(-1)?.id
  useLayoutEffect(() => {
    if (lastId !== undefined && list.current) list.current.scrollTop = list.current.scrollHeight
  }, [lastId])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
    <ol ref={list} className={styles.thread} tabIndex={0} aria-live="polite">
      {messages.map((message) =>
        message.isRecalled ? (
          <li key={message.id} className={styles.line}>
            {texts.recalled(message.isMine)}
          </li>
        ) : (
          <li key={message.id} className={cx(styles.row, message.isMine && styles.mine)}>
            <Bubble message={message} canCopyWechat={canCopyWechat} act={act} />
            {message.isMine && message.content.type !== 'card' && (
              <IconButton
                label={texts.recall}
                title={texts.recall}
                onClick={() => void act('recall', { messageId: message.id }).catch(() => {})}
              >
                <Undo2 size={14} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ),
      )}
    </ol>
  )
}

function Bubble({ message, canCopyWechat, act }: { message: DemoMessage; canCopyWechat: boolean; act: Act }) {
  const { id, content, isMine } = message
  if (content.type === 'card')
    return <PhoneCard messageId={id} card={content} isMine={isMine} canCopyWechat={canCopyWechat} act={act} />
  if (content.type === 'image') return <img className={styles.picture} src={content.url} alt={texts.image} />
  return <p className={styles.bubble}>{content.text}</p>
}

/** The text stays in the box until the platform has taken it. */
function Composer({ act, draft: { text, change }, hasHints }: { act: Act; draft: Draft; hasHints: boolean }) {
  const [isChoosing, setIsChoosing] = useState(false)
  const isSending = useRef(false)
  const send = async (said: string) => {
    if (said.trim() === '' || isSending.current) return
    isSending.current = true
    try {
      await act('text', { text: said })
      // What was typed meanwhile stays.
      change((now) => (now === said ? '' : now))
    } catch {
      // Told already.
    } finally {
      isSending.current = false
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(text)
  }
  return (
    <footer className={styles.foot}>
      {hasHints && (
        <div className={styles.hints}>
          {texts.hints.map((hint) => (
            <button key={hint} type="button" onClick={() => void send(hint)}>
              {hint}
            </button>
          ))}
        </div>
      )}
      {isChoosing && (
        <div className={styles.hints}>
          {DEMO_PICTURES.map((picture) => (
            <button
              key={picture}
              type="button"
              onClick={() => {
                setIsChoosing(false)
                act('image', { picture }).catch(() => {})
              }}
            >
              {texts.pictures[picture]}
            </button>
          ))}
        </div>
      )}
      <form className={styles.composer} onSubmit={submit}>
        <IconButton
          label={texts.picture}
          title={texts.picture}
          aria-expanded={isChoosing}
          onClick={() => setIsChoosing(!isChoosing)}
        >
          <ImagePlus size={20} aria-hidden="true" />
        </IconButton>
        <input
          aria-label={texts.placeholder}
          placeholder={texts.placeholder}
          maxLength={500}
          value={text}
          onChange={({ target }) => change(() => target.value)}
        />
        <IconButton label={texts.send} title={texts.send} type="submit">
          <SendHorizontal size={20} aria-hidden="true" />
        </IconButton>
      </form>
    </footer>
  )
}
