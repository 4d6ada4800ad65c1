export const texts = {
  exportData: '导出个人信息',
  eraseData: '删除个人信息',
  cancel: '取消',

  exportWhat: (name: string) =>
    `将「${name}」的资料、消息、线索、备注、提醒、会话、AI 记录、变更记录和文件导出为一个 JSON 文件。`,
  exportAudited: '本次导出会记入操作日志，请妥善保管文件。',
  exportStart: '导出',
  exporting: (rows: number) => `正在导出，已读取 ${rows} 条…`,
  exported: '个人信息已导出',
  fileName: (name: string, day: string) => `个人信息-${name}-${day}.json`,

  eraseWhat: (name: string) =>
    `「${name}」的消息、线索、备注、文件和搜索记录将被永久删除，无法恢复。统计数字会保留，但不再与本人关联。`,
  eraseLater: '客户会立即从列表中消失，数据在后台删除，最长 24 小时。客户再次来信时将作为新客户。',
  typeName: '客户名称',
  eraseStart: '永久删除',
  erased: '已开始删除该客户的个人信息',
} as const
