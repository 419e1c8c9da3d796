export { deleteExpiredFiles } from './delete-expired-files.ts';
export { drawSignature } from './draw-signature.ts';
export { createPhotoEncoder, type PhotoEncoder } from './encode-photo.ts';
export { fileRoutes } from './file-routes.ts';
export { fileUrl } from './file-url.ts';
export { composeFile, type NewFile } from './compose-file.ts';
export { deleteFiles, expireFiles, findFile, holdFiles, insertFile, releaseFiles } from './files.queries.ts';
export { readPhoto } from './read-photo.ts';
export { fileModule } from './file-module.ts';
