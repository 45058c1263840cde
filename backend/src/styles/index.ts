import { styleListView } from './style-list.view';
import { stylesPushRule } from './styles.push';

export { styleAggregate } from './style';
export { StyleQueries } from './style-queries';
export { StylesModule } from './styles.module';

export const stylesViews = [styleListView];
export const stylesPushRules = [stylesPushRule];
