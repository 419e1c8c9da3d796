export { deleteExpiredFiles, fileModule, fileRoutes, fileUrl } from './file-module.ts';
export { drawSignature } from './draw-signature.ts';
export { createPhotoEncoder, type PhotoEncoder, readPhoto } from './encode-photo.ts';
export { composeFile, type NewFile } from './compose-file.ts';
export { deleteFiles, expireFiles, findFile, holdFiles, insertFile, releaseFiles } from './files.queries.ts';
