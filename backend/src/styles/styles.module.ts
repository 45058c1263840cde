import { Module } from '@nestjs/common';
import { AddReadyMadeStyleHandler } from './add-ready-made-style';
import { AddStyleHandler } from './add-style';
import { DeleteStyleHandler } from './delete-style';
import { RestoreStyleHandler } from './restore-style';
import { StyleQueries } from './style-queries';
import { StylesController } from './styles.controller';
import { UpdateStyleHandler } from './update-style';

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
