import { useLogContext } from '../message-log/log-context.ts'
import { texts } from '../texts.ts'
import styles from './bubble.module.css'
import { CardBody, LinkBody, PostBody, QuestionsBody } from './card-body.tsx'
import { FileBody } from './file-body.tsx'
import { ImageBody } from './image-body.tsx'
import { isIncoming, type Line } from './message-line.ts'
import type { MessageBody } from './message-body.ts'
import { MessageText } from './message-text.tsx'
import { VideoBody } from './video-body.tsx'
import { VoiceBody } from './voice-body.tsx'

export function BodyView({ line, body }: { line: Line; body: MessageBody }) {
  const { customer, keyword, openMedia } = useLogContext()
  switch (body.kind) {
    case 'text':
      return (
        <p className={styles.text}>
          <MessageText source={customer.source} text={body.text} keyword={keyword} isTrusted={!isIncoming(line)} />
        </p>
      )
    case 'unsupported':
      return <p className={styles.quiet}>{body.text}</p>
    case 'image':
      return <ImageBody body={body} alt={texts.image} onOpen={() => openMedia(line.chatId)} />
    case 'video':
      return <VideoBody body={body} onOpen={() => openMedia(line.chatId)} />
    case 'voice':
      return <VoiceBody body={body} />
    case 'file':
      return <FileBody body={body} keyword={keyword} />
    case 'card':
      return <CardBody body={body} keyword={keyword} />
    case 'post':
      return <PostBody body={body} keyword={keyword} />
    case 'link':
      return <LinkBody body={body} keyword={keyword} />
    case 'questions':
      return <QuestionsBody body={body} keyword={keyword} />
    case 'recalled':
    case 'note':
    case 'system':
      return null
  }
}
