import { useParserOnDisk } from '../../server/parser-bytes.ts';

useParserOnDisk();
