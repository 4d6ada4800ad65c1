import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { attachmentRoutes, AttachmentService } from '../chat/attachment/index.ts'
import type { AuthService } from '../features/auth/index.ts'
import type { Passwords } from '../platform/auth/password.ts'
import {
  ChatAuthService,
  chatTokens,
  IdentityMemory,
  NewUserGate,
  userRoutes,
  UserService,
} from '../chat/chat-user/index.ts'
import { conversationRoutes, ConversationService, HistoryService, ReadService } from '../chat/conversation/index.ts'
import { ChatSendAdapter, type CustomerSendService } from '../outbound/index.ts'
import { SeatService } from '../customer/seat.service.ts'
import { createCustomerThreads } from '../thread/index.ts'
import { ByteAllowance, MessageWriter, Pace, SendService } from '../chat/message/index.ts'
import { relationRoutes, RelationService } from '../chat/relation/index.ts'
import { KnockService, TopicAccess, topicRoutes, TopicService } from '../chat/topic/index.ts'
import type { Clock } from '../platform/clock.ts'
import { type Config, isChatOpen } from '../platform/config.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Bus } from '../realtime/index.ts'
import type { Realtime } from './realtime.ts'
import { attachSocketServer } from '../chat/socket/index.ts'

type ChatServiceDeps = {
  db: Database
  bus: Bus
  clock: Clock
  passwords: Passwords
  secrets: Secrets
  config: Config
  isHttps: boolean
  storage: Storage
  log: FastifyBaseLogger
  auth: AuthService
  realtime: Realtime
  customerSends: CustomerSendService
  /** Passed in by tests, which reuse a node and empty it in between. */
  pace?: Pace | undefined
}

/** The chat service: its raw routes below the host root, and the WebSocket endpoint of consoles and chat users. */
export async function serveChat(app: FastifyInstance, deps: ChatServiceDeps): Promise<void> {
  const { db, clock, auth, storage, log } = deps
  const { hub, stream, delivery } = deps.realtime
  const push = delivery.push.bind(delivery)

  const writer = new MessageWriter({ pool: db.pool, clock, deliver: delivery.deliver.bind(delivery) })
  const sendAdapter = new ChatSendAdapter({ sends: deps.customerSends, callerOf: auth.callerOf.bind(auth) })
  const customers = createCustomerThreads({ db, seats: new SeatService({ db, clock }), sends: sendAdapter })
  const access = new TopicAccess({ db, clock, customers })
  const { CHAT_NEW_USERS_PER_HOUR: perHour } = deps.config
  const isOpenToAll = deps.config.CHAT_REGISTRATION === 'open'
  const newUsers = new NewUserGate({ db, clock, isOpen: isChatOpen(deps.config), isOpenToAll, perHour })
  const chatAuth = new ChatAuthService({ ...deps, newUsers })
  const bytes = new ByteAllowance({ db, clock })
  const topics = new TopicService({ db, clock, writer, access, bytes })
  const knocks = new KnockService({ db, clock, topics, access, push })
  const conversations = new ConversationService({ db, clock, access, topics, customers, push })
  const history = new HistoryService({ db, clock, access, customers })
  const reads = new ReadService({ db, clock, access, customers, push: delivery.pushEach.bind(delivery) })
  const pace = deps.pace ?? new Pace(clock, deps.bus)
  const sends = new SendService({ writer, topics: access, customers, bytes, pace })

  const identities = new IdentityMemory({
    clock,
    bus: deps.bus,
    find: async (token, before) => {
      const agent = before?.isAgent === false ? undefined : await auth.authenticate(token)
      if (!agent) return chatAuth.identify(token)
      const { entId, agentId: userId, sessionId, isVisitor } = agent
      return { entId, userId, sessionId, isAgent: true, ...(isVisitor && { isVisitor }) }
    },
  })
  const identify = (token: string) => identities.identify(token)
  const http = {
    identify: (request: FastifyRequest) => firstOf(tokensOf(request), identify),
    charge: bytes.charge.bind(bytes),
  }

  userRoutes(app, { ...http, isHttps: deps.isHttps }, chatAuth, new UserService({ db, clock, customers }))
  relationRoutes(app, http, new RelationService({ db, clock, customers }))
  topicRoutes(app, http, topics, knocks)
  conversationRoutes(app, http, { conversations, history, reads, topics, sends })
  await attachmentRoutes(app, http, new AttachmentService({ db, clock, storage, access }))

  attachSocketServer(app, {
    hub,
    bus: deps.bus,
    stream,
    identify,
    log,
    frames: { db, clock, sends, reads, access, delivery },
  })
  app.addHook('onClose', async () => {
    identities.close()
    pace.close()
    await writer.drain()
  })
}

const tokensOf = ({ headers, query }: FastifyRequest) => chatTokens(headers, (query as { token?: unknown }).token)

type Soon<T> = T | Promise<T>

function firstOf<T>([token, ...others]: string[], find: (token: string) => Soon<T | undefined>): Soon<T | undefined> {
  if (token === undefined) return undefined
  const found = find(token)
  if (!(found instanceof Promise)) return found ?? firstOf(others, find)
  return found.then((each) => each ?? firstOf(others, find))
}
