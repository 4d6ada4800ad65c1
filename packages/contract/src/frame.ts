import { z } from 'zod'
import { PREVIEW_FRAMES } from './preview.ts'

/** Path of the real-time socket. */
export const SOCKET_PATH = '/api/connect'

/** Query parameter of the socket's address: with `events` the socket gets no `chat` frames, because it reads the messages from the event log. */
export const SOCKET_FRAMES = { parameter: 'frames', eventsOnly: 'events' } as const

/**
 * Subprotocols a client may offer instead of `?token=`: this name, and the token behind the prefix. Addresses end up in the logs of
 * proxies, headers do not.
 */
export const SOCKET_PROTOCOL = { name: 'ruwu', tokenPrefix: 'token.' } as const

/** Content of a frame; clients may omit a key or send null. */
const Content = z.looseObject({ type: z.string().nullish(), text: z.string().nullish() })

const text = z.string().nullish()

const clientFrame = <T extends string>(type: T) =>
  z.looseObject({ type: z.literal(type), chatId: text, content: Content.nullish() })

export const ClientFrame = z.discriminatedUnion('type', [
  clientFrame('nop'),
  clientFrame('ping'),
  clientFrame('pong'),
  clientFrame('resp'),
  z.looseObject({ type: z.literal('typing'), chatId: text, topicId: text }),
  z.looseObject({ type: z.literal('read'), chatId: text, topicId: text, seq: z.number().int().min(0).nullish() }),
  z.looseObject({ type: z.literal('chat'), chatId: text, topicId: text, attendee: text, content: z.unknown() }),
])
export type ClientFrame = z.infer<typeof ClientFrame>

export const KICK_REASONS = ['kick_self', 'kick_by_password_updated'] as const
export const KickReason = z.enum(KICK_REASONS)
export type KickReason = z.infer<typeof KickReason>

export const isKickReason = (text: string | null): text is KickReason => KICK_REASONS.some((reason) => reason === text)

/** An event of the enterprise's log: content.type is its name, content.text its payload as JSON, `seq` its number. */
const EventContent = z.object({ type: z.string(), text: z.string() })

export const ServerFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('nop'), seq: z.number().int().optional() }),
  z.object({
    type: z.literal('resp'),
    chatId: z.string().optional(),
    code: z.number().int(),
    topicId: z.string().optional(),
    seq: z.number().int().optional(),
    createdAt: z.string().optional(),
    message: z.string().optional(),
    content: Content.optional(),
  }),
  z.looseObject({
    type: z.literal('chat'),
    topicId: z.string(),
    chatId: z.string(),
    seq: z.number().int().optional(),
    attendee: z.string(),
    createdAt: z.string(),
    content: z.looseObject({ type: z.string(), text: z.string().optional(), unreadable: z.boolean().optional() }),
  }),
  z.object({ type: z.literal('typing'), topicId: z.string(), attendee: z.string(), senderId: z.string() }),
  z.object({
    type: z.literal('read'),
    topicId: z.string(),
    seq: z.number().int(),
    attendee: z.string(),
    createdAt: z.string(),
  }),
  z.object({ type: z.literal('kickout'), message: KickReason }),
  z.object({ type: z.literal('system'), message: z.string() }),
  z.object({
    type: z.literal('message'),
    seq: z.number().int().optional(),
    createdAt: z.string(),
    content: EventContent,
  }),
  z.object({ type: z.literal('hint'), seq: z.number().int().optional(), createdAt: z.string(), content: EventContent }),
  /** A preview frame: content.type equals the frame's type, content.text is a PreviewFrame as JSON. */
  z.object({ type: z.enum(PREVIEW_FRAMES), createdAt: z.string(), content: EventContent }),
])
export type ServerFrame = z.infer<typeof ServerFrame>

/** Why the server closed a socket; private-use codes of the WebSocket protocol. */
export const CLOSE = {
  shutdown: { code: 1001, reason: 'shutdown' },
  tooSlow: { code: 4008, reason: 'too slow' },
  idle: { code: 4009, reason: 'idle' },
  tooMany: { code: 4029, reason: 'too many frames' },
  revoked: { code: 4001, reason: 'revoked' },
  kicked: { code: 4003, reason: 'kicked' },
} as const
