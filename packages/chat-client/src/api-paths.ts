import type {
  chatAuthRoutes,
  chatConversationRoutes,
  chatRelationRoutes,
  chatTopicRoutes,
  chatUserRoutes,
} from '@ruwu/contract'

/** The contract's routes by group. Types only: the schemas stay out of the bundle. */
export type Routes = {
  auth: typeof chatAuthRoutes
  user: typeof chatUserRoutes
  relation: typeof chatRelationRoutes
  topic: typeof chatTopicRoutes
  conversation: typeof chatConversationRoutes
}

type Paths = { [G in keyof Routes]: { [R in keyof Routes[G]]: string } }

/** All POST except logout. A test compares them with the contract. */
export const API_PATHS: Paths = {
  auth: {
    register: '/auth/register',
    login: '/auth/login',
    guestLogin: '/api/guest/login',
    logout: '/auth/logout',
  },
  user: {
    profile: '/api/profile/:userId',
    profiles: '/api/profile',
    updateProfile: '/api/profile/update',
  },
  relation: {
    relation: '/api/relation/:userId',
    block: '/api/block/:userId',
    unblock: '/api/unblock/:userId',
    listBlocked: '/api/list_blocked',
  },
  topic: {
    info: '/api/topic/info/:topicId',
    create: '/api/topic/create',
    members: '/api/topic/members/:topicId',
    update: '/api/topic/admin/update/:topicId',
    notice: '/api/topic/admin/notice/:topicId',
    dismiss: '/api/topic/dismiss/:topicId',
    quit: '/api/topic/quit/:topicId',
    knock: '/api/topic/knock/:topicId',
    listKnock: '/api/topic/admin/list_knock/:topicId',
    listKnockAll: '/api/topic/admin/list_knock_all/',
    acceptKnock: '/api/topic/admin/knock/accept/:topicId/:userId',
    rejectKnock: '/api/topic/admin/knock/reject/:topicId/:userId',
    invite: '/api/topic/invite/:topicId/:userId',
    addMember: '/api/topic/admin/add_member/:topicId/:userId',
    kickOut: '/api/topic/admin/kickout/:topicId/:userId',
    silence: '/api/topic/admin/silent_topic/:topicId',
    silenceMember: '/api/topic/admin/silent/:topicId/:userId',
    silenceMemberToo: '/api/topic/admin/silent_topic/:topicId/:userId',
    addAdmin: '/api/topic/admin/add_admin/:topicId/:userId',
    removeAdmin: '/api/topic/admin/remove_admin/:topicId/:userId',
    transfer: '/api/topic/admin/transfer/:topicId/:userId',
  },
  conversation: {
    openTopic: '/api/topic/create/:userId',
    open: '/api/chat/create/:userId',
    list: '/api/chat/list',
    info: '/api/chat/info/:topicId',
    remove: '/api/chat/remove/:topicId',
    update: '/api/chat/update/:topicId',
    markUnread: '/api/chat/unread/:topicId',
    read: '/api/chat/read/:topicId',
    readAll: '/api/chat/readall',
    clearMessages: '/api/chat/clear_messages/:topicId',
    removeMessages: '/api/chat/remove_messages/:topicId',
    sync: '/api/chat/sync/:topicId',
    batchSync: '/api/chat/batch_sync',
    sendTo: '/api/chat/send/:topicId',
    send: '/api/chat/send',
  },
}

export const ATTACHMENT_PATH = '/api/attachment/upload'
