export const texts = {
  dirty: '有未保存的修改',
  dirtyCount: (n: number) => `有 ${n} 处修改未保存`,
  leaveDirty: '有未保存的修改，确定离开？',
  seeLatest: '查看最新',
  cancel: '取消',
  save: '保存',
  saved: '保存成功',
  readOnly: '您没有修改权限，仅可查看',
  chooseImage: '选择图片',
  replaceImage: '更换图片',
  removeImage: '移除图片',
  uploading: '上传中...',
} as const
