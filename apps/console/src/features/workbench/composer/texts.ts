export const texts = {
  composer: '回复客户',
  mode: '写什么',
  modes: { reply: '回复', note: '内部备注' },
  box: { reply: '回复内容', note: '备注内容' },
  hint: { reply: '输入回复，「/」打开快捷回复', note: '输入备注，「@」提醒同事，客户不可见' },
  shortHint: { reply: '输入回复，「/」打开快捷回复', note: '输入备注，「@」提醒同事' },

  // tools
  moreTools: '更多类型',
  emoji: '表情',
  image: '图片',
  video: '视频',
  file: '文件',
  card: '卡片',
  quickReply: '快捷回复',
  reminder: '稍后提醒',
  setting: '发送设置',

  // sending
  send: '发送',
  sendAndArchive: '发送并归档',
  notArchived: '客户有新消息，未归档',
  newLine: '换行',
  saveNote: '保存备注',
  save: '保存',
  sendWays: '发送方式',
  readAfterReply: '回复后才标为已读',
  replacedTitle: '以下内容将在替换后发送',

  // suggested reply
  suggestion: '建议回复',
  suggestionHint: '不会自动发送，不扣积分',
  suggestionSources: '依据',
  takeSuggestion: '采用',
  nextSuggestion: '换一条',
  dropSuggestion: '不采用这条建议（Esc）',
  keyTake: '输入框为空时采用建议；采用改写',
  keyDrop: '不采用建议；保留原文',
  keyUndoRewrite: '恢复改写前的原文',
  suggests: '显示 AI 辅助（建议、改写、摘要）',
  retry: '重试',

  // rewriting
  rewrite: '改写',
  rewriteAs: (style: string) => `改写 · ${style}`,
  rewriteHint: (points: number) => (points > 0 ? `不会自动发送，每次 ${points} 积分` : '不会自动发送，不扣积分'),
  rewriting: '正在改写…',
  rewriteNothing: '请先输入要改写的文字',
  rewriteSame: '没有需要修改的地方',
  rewriteStale: '原文已修改，改写结果已放弃',
  rewriteLeft: '已离开该客户，改写已取消',
  rewriteAgain: '重新改写',
  rewriteTaken: '已换成改写后的文字',
  undoRewrite: '恢复原文（Ctrl+Z）',
  keepOriginal: '保留原文（Esc）',

  // blocked sending
  takeOver: '转接给我',
  kept: '未发送的文字',
  notSent: '您的回复未发送，内容已保留',
  copy: '复制',
  copied: '已复制',
  toNote: '转为内部备注',
  discard: '放弃',

  // compliance
  hits: '内容检查',
  instead: (replacement: string) => `建议改为「${replacement}」`,
  removeWord: '建议删除',

  // above the box
  quoting: (name: string) => `引用 ${name}`,
  dropQuote: '取消引用',
  quoteArrives: '客户只收到文字，看不到引用',
  parts: '随文字一起发送',
  partImage: '图片',
  dropPart: (what: string) => `移除${what}`,

  // images
  dropHere: '松开鼠标添加图片',
  badType: '不支持的文件类型',
  fileTooLarge: '文件不能超过 10MB',
  tooManyImages: '一次最多发送 9 张图片',
  uploads: '正在上传的图片',
  uploading: (name: string, percent: number) => `${name} 已上传 ${percent}%`,
  uploadWaiting: '等待上传',
  uploadFailed: (reason: string) => `上传失败：${reason}`,
  cancelUpload: (name: string) => `取消上传 ${name}`,
  retryUpload: (name: string) => `重新上传 ${name}`,
  previewTitle: (count: number) => `发送 ${count} 张图片？`,
  previewOf: (index: number) => `图片 ${index}`,

  // cards
  manualRules: '发卡规则',
  ruleFired: '已按规则发送',
  ruleHeld: (name: string, reason: string) => `${name}（${reason}）`,
  cardTitle: '发送卡片',
  cardTabs: { contact: '名片', lead_form: '留资卡', other: '其它' },
  noCards: '没有可发送的卡片',
  noCardsHint: '只显示已启用并通过审核的卡片',
  sendCard: (name: string) => `发送「${name}」`,
  sentBefore: '24 小时内已发送过该卡片，仍要发送？',

  // a published video
  videoTitle: '发送已发布的视频',
  videoOfThread: '本次会话中的视频',
  videoNamed: (id: string) => `视频 …${id.slice(-6)}`,
  videoId: '视频 ID',
  videoHint: '该账号已发布视频的 item_id，可在平台的创作者服务中复制',

  // sending later
  schedule: '稍后发送…',
  scheduleTitle: '稍后发送',
  scheduleEdit: '修改稍后发送的消息',
  scheduleAt: '发送时间',
  scheduleText: '消息内容',
  scheduleWindow: (closesAt: string) => `平台仅允许在 ${closesAt} 前回复该客户`,
  scheduleHint: '客户在此之前回复、转接或释放后不再发送',
  keepOnReply: '客户回复后仍发送',
  scheduleTextOnly: '稍后发送仅支持文字，请先移除卡片和图片',
  scheduleNothing: '请先输入要发送的文字',
  scheduleMissing: '请选择发送时间',
  scheduled: (time: string) => `将于 ${time} 发送`,

  // reminders
  reminderTitle: '稍后提醒',
  remindAt: '提醒时间',
  remindChoices: { halfHour: '30 分钟后', twoHours: '2 小时后', tomorrow: '明天 09:00', custom: '自定义' },
  remindNote: '备注',
  remindNoteHint: '选填，到时一并提醒',
  remindMissing: '请选择提醒时间',
  remindPast: '提醒时间已过',
  remindNoteLong: '提醒最多 50 个字',
  reminded: '已设置提醒',

  // mentions
  mentions: '提醒谁看',
  mayNotSee: '无权查看该客户',
  notTold: (names: string) => `${names} 无权查看该客户，未提醒`,

  cancel: '取消',
  confirm: '确认',
  sendTimeout: '发送超时',
} as const
