import { libraryListView, libraryPushRule } from './library-list.view';

export { CastModule } from './cast.module';
export { HeldPictures } from './held-pictures';
export { castLibraryAggregate } from './library';

export const castViews = [libraryListView] as const;
export const castPushRules = [libraryPushRule];
