/** Scopes the application holds, with the sentence a merchant reads. */
export const SCOPES: Readonly<Record<string, string>> = {
  user_info: '获取你的昵称与头像',
  'im.direct_message': '收发私信消息',
  'im.recall_message': '撤回私信消息',
  'im.message_card': '管理私信留资卡',
  'item.comment': '接收与回复评论',
  renew_refresh_token: '延长授权期限',
}
