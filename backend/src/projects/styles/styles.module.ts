import { Module } from '@nestjs/common';
import {
  AddReadyMadeStyleHandler,
  AddStyleHandler,
  DeleteStyleHandler,
  RestoreStyleHandler,
  UpdateStyleHandler,
} from './style';
import { StyleQueries } from './style-list.view';
import { StylesController } from './styles.controller';

@Module({
  controllers: [StylesController],
  providers: [
    AddStyleHandler,
    AddReadyMadeStyleHandler,
    UpdateStyleHandler,
    DeleteStyleHandler,
    RestoreStyleHandler,
    StyleQueries,
  ],
  exports: [StyleQueries],
})
export class StylesModule {}
