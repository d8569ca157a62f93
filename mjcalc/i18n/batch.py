"""What batches say: summaries, faults of files and workers, and the help of their options."""

SUMMARY_LABELS = {
    "summary.hands": ("手数", "hands"),
    "summary.wins": ("和", "wins"),
    "summary.failures": ("失败", "failures"),
    "summary.below": ("不够起和", "below the minimum"),
    "summary.mean": ("平均番数", "mean total"),
    "summary.totals": ("合计", "total"),
    "summary.share": ("占和牌", "of the wins"),
    "summary.errors": ("错误", "error"),
    "summary.times": ("次", "times"),
}

TEXT = {
    **SUMMARY_LABELS,
    "line-not-utf-8": (
        "这一行不是 UTF-8（字节 {bytes}），大概是 {encoding}："
        "请加 --encoding {encoding}，或存成 UTF-8",
        "the line is not UTF-8 (bytes {bytes}) but probably {encoding}: "
        "add --encoding {encoding}, or save the file as UTF-8",
    ),
    "open-quote": (
        "引号没有成对：一个单元格里的引号要写两次",
        "a quote is not closed: inside a cell in quotes, write it twice",
    ),
    "row-too-long": (
        "这一行超过 {limit} 字节，一行表格没有这么长：引号是否没有成对？",
        "more than {limit} bytes in one row, no row has that: is a quote not closed?",
    ),
    "id-too-long": (
        "编号超过 {limit} 个字符：请写短一些",
        "the id is longer than {limit} characters: write a shorter one",
    ),
    "header-too-long": (
        "表头超过 {limit} 字节：请查看文件，第一行应是各列的名字",
        "the header is longer than {limit} bytes: the first line should have the names of "
        "the columns",
    ),
    "header-not-utf-8": (
        "表头不是 UTF-8，大概是 {encoding}：请加 --encoding {encoding}，或把文件存成 UTF-8",
        "the header is not UTF-8 but probably {encoding}: add --encoding {encoding}, "
        "or save the file as UTF-8",
    ),
    "header-open-quote": (
        "表头里的引号没有成对：表头要写在一行里，单元格里的引号要写两次",
        "a quote in the header is not closed: write the header in one line, and a quote inside "
        "a cell in quotes twice",
    ),
    "semicolons": (
        "{path} 的各列用分号隔开：请另存为逗号或制表符隔开，或运行 {command}",
        "the columns of {path} are separated by semicolons: save them with commas or tabs, "
        "or run {command}",
    ),
    "batch.header": (
        "第 1 行像是表头：请加 --column {name}",
        "line 1 looks like a header: add --column {name}",
    ),
    "other-header": (
        "{path} 的表头和 {first} 的不同：请分别运行，或把表头改成一样",
        "the header of {path} differs from that of {first}: "
        "score them one at a time, or make the headers the same",
    ),
    "column-twice": (
        "表头里有 {count} 列叫“{name}”：给手牌那一列另取一个名字",
        'the header has {count} columns "{name}": give the one of the hand another name',
    ),
    "more-columns": ("另 {count} 列", "{count} more"),
    "batch.summary": (
        "{lines} 手：和 {wins}，失败 {failures}；每秒 {rate} 手",
        "{lines} hands: wins {wins}, failures {failures}; {rate} hands a second",
    ),
    "batch.below": ("{below} 手不够起和番", "{below} below the minimum"),
    "batch.more": ("还有 {count} 行有错", "{count} more lines failed"),
    "batch.rate": ("{rate} 手/秒", "{rate}/s"),
    "batch.resumed": (
        "接着上次，从第 {line} 行起",
        "going on from the last run, with line {line}",
    ),
    "batch.anew": (
        "没有可接着的部分，从头开始",
        "there is nothing to go on from: begun anew",
    ),
    "batch.died": (
        "有一个工作进程在第 {first} 至 {last} 行中断；这些行重做",
        "a worker died somewhere in lines {first} to {last}; they are done again",
    ),
    "batch.lost": (
        "第 {first} 至 {last} 行没有算出：每次算都中断",
        "lines {first} to {last} are not done: every worker that tried them died",
    ),
    "batch.part": (
        "没有写完：已有的在 {part}；加 --resume 可接着做",
        "not whole: what there is, is in {part}; --resume goes on from it",
    ),
    "interrupted.resume": (
        "{how}；已有的行在 {part}；要接着做，请运行",
        "{how}; the rows so far are in {part}; to continue, run",
    ),
    "interrupted.piped": (
        "{how}；已有的行在 {part}；要接着做，请把同样的输入交给",
        "{how}; the rows so far are in {part}; to continue, give the same input to",
    ),
    "batch.part-changed": (
        "没有写完：已有的行在 {part}，不能接着做；请从头做",
        "not whole: the rows so far are in {part}, and cannot be continued; start anew",
    ),
    "no-processes": (
        "不能再启动进程：{reason}；请减少 --jobs",
        "cannot start more processes: {reason}; use fewer --jobs",
    ),
    "no-temporary-directory": (
        "没有可写的临时目录：{reason}；请用 TMPDIR 指定一个",
        "there is no directory for temporary files: {reason}; name one with TMPDIR",
    ),
    "no-temporary-file": (
        "写不了临时文件 {path}：{reason}；请腾出空间，或用 TMPDIR 指定别的目录",
        "cannot write the temporary file {path}: {reason}; "
        "make room for it, or name another directory with TMPDIR",
    ),
    "batch.stopped": (
        "停在第 {line} 行：改好这一行，再从头做；已有的在 {part}",
        "stopped at line {line}: correct it and start again; the output so far is in {part}",
    ),
    "batch.input-ends": (
        "第 {line} 行之后读不下去：{reason}",
        "the input cannot be read on after line {line}: {reason}",
    ),
    "input-shorter": (
        "输入比上次短，不能接着做：请去掉 --resume",
        "the input is shorter than the last run's, so it cannot go on: leave out --resume",
    ),
    "no-output": ("不能写 {path}：{reason}", "cannot write {path}: {reason}"),
    "no-output-name": (
        "{option} 的文件名是空的：请写文件名",
        "the file name of {option} is empty: name a file",
    ),
    "no-fail-file": (
        "--fail-file 要一个文件，改好可再算，{path} 不是：请写文件名",
        "--fail-file needs the name of a regular file, and {path} is not one",
    ),
    "busy-output": (
        "另一个程序正在写 {path}：请等它结束，或换一个 -o",
        "another run is writing {path}: wait for its end, or name another -o",
    ),
    "other-run": (
        "{path} 是另一次的（输入或选项不同）：请去掉 --resume 从头做",
        "{path} is of another run (other input or options): leave out --resume to begin anew",
    ),
    "same-file": (
        "{path} 不能既是 {one} 又是 {other}（{also}）：请另取一个名字",
        "{path} cannot be both {one} and {other} ({also}): give one of them another name",
    ),
    "use.file": ("{option}", "{option}"),
    "use.part": ("{option} 的临时文件", "the part of {option}"),
    "use.note": ("{option} 的进度记录", "the note of {option}"),
    "use.directory": ("{option} 的临时目录", "the directory of rows of {option}"),
    "use.stdin": ("标准输入", "standard input"),
    "use.stdout": ("标准输出", "standard output"),
    "use.stderr": ("标准错误", "standard error"),
    "write-protected": (
        "{path} 是只读的：请改为可写，或换一个名字",
        "{path} is write-protected: make it writable, or choose another name",
    ),
    "taken-part": (
        "{path} 已存在，{note} 没有记录它是 mjcalc 留下的：请删除它，或换一个名字",
        "{path} exists, and no note in {note} says that mjcalc left it: "
        "delete it, or choose another name",
    ),
    "taken-directory": (
        "{path} 已存在，不是这次要用的目录：请删除它，或换一个名字",
        "{path} exists, and the workers need a new directory: delete it, or choose another name",
    ),
    "temporary-link": (
        "{path} 是链接，不能用作临时文件：请删除它，或换一个名字",
        "{path} is a link and cannot be a temporary file: delete it, or choose another name",
    ),
    "temporary-special": (
        "{path} 是目录、管道或设备，不能用作临时文件：请删除它，或换一个名字",
        "{path} is a directory, a pipe or a device and cannot be a temporary file: "
        "delete it, or choose another name",
    ),
    "temporary-shared": (
        "{path} 还有别的名字（硬链接），不能用作临时文件：请删除它，或换一个名字",
        "{path} has another name as well (a hard link) and cannot be a temporary file: "
        "delete it, or choose another name",
    ),
    "no-note": (
        "{path} 不是 mjcalc 的进度记录，或已损坏：请删除它和它记录的部分，再从头做，或换一个名字",
        "{path} is not a note of mjcalc, or is damaged: delete it and its part to start anew, "
        "or choose another name",
    ),
    "damaged-note": (
        "{path} 已损坏，不能接着做：请去掉 --resume 从头做",
        "{path} is damaged, so nothing can be resumed: run without --resume to start anew",
    ),
    "short-part": (
        "{path} 比 {note} 记录的短，不能接着做：请去掉 --resume 从头做",
        "{path} is shorter than {note} says, so nothing can be resumed: "
        "run without --resume to start anew",
    ),
    "resume-needs-output": (
        "--resume 要接着写文件：请加 -o",
        "--resume goes on with a file: name it with -o",
    ),
    "whole-format": (
        "{format} 格式要整份写，不能 --resume：请用 --format tsv、csv 或 jsonl",
        "{format} is written as a whole, without --resume: use --format tsv, csv or jsonl",
    ),
    "cluster-needs-file": (
        "--dask 由各机器自己打开文件：请给出文件名，不能是 - 或 .gz",
        "with --dask the machines open the file themselves: name one, not - or a .gz",
    ),
    "jobs-or-cluster": ("--jobs 和 --dask 只能用一个", "take either --jobs or --dask"),
    "no-distributed": (
        "没有安装 Dask：请在 mjcalc 的目录中 pip install '.[dask]'",
        "Dask is not installed: pip install '.[dask]' where mjcalc lies",
    ),
    "no-address": (
        "--dask {address} 不是地址：请写 tcp://主机:端口",
        "--dask {address} is not an address: write tcp://HOST:PORT",
    ),
    "no-cluster": (
        "{address} 没有可用的 Dask 集群：{reason}",
        "there is no Dask cluster at {address}: {reason}",
    ),
    "cluster.lost": (
        "与调度器的连接断了",
        "the connection to its scheduler is lost",
    ),
    "cluster.no-answer": (
        "有程序在听，但不像调度器那样回答",
        "something listens there, and does not answer as a scheduler does",
    ),
    "cluster.no-workers": (
        "没有工作进程：请用 dask worker 启动",
        "it has no workers: start some with dask worker",
    ),
    "help.batch": (
        "算一个文件里的牌，一行一手，可在前面加“编号<TAB>”；- 为标准输入。",
        "The hands of a file; one a line, an id and a tab before it or not; - is standard input.",
    ),
    "help.--check-batch": ("不够起和也算失败（退出码 1）", "exit with 1 below the minimum too"),
    "help.--column": (
        "带表头的 CSV 或 TSV：手牌所在的列",
        "the file is CSV or TSV with a header: the column of the hand",
    ),
    "help.--no-header": ("不输出表头", "write no header"),
    "help.--fan-numbers": (
        "CSV 和 TSV 中番种写编号，不写名称",
        "CSV and TSV with numbers of fans instead of names",
    ),
    "help.--bom": (
        "CSV 和 TSV 以字节顺序标记开头，供 Excel 识别 UTF-8",
        "begin CSV and TSV with a byte order mark, by which Excel knows UTF-8",
    ),
    "help.--strict": ("遇到第一个错误就停", "stop at the first bad line"),
    "help.--explain-batch": (
        "JSON 中加入 sets 和 dropped",
        "JSON with sets and dropped too",
    ),
    "help.--output": (
        "写入文件；写完才有这个名字，之前是 OUT.part",
        "write to a file, which has its name when it is whole, and is OUT.part until then",
    ),
    "help.--resume": ("从 OUT.part 接着做", "go on from OUT.part"),
    "help.--fail-file": (
        "把有错的行照原样写入文件，改好可再算",
        "write the bad lines as typed, to be mended and run again",
    ),
    "help.--summary": (
        "统计番数和番种（table 或 json），不输出各行，除非有 -o",
        "totals and commonest fans (as table or json) instead of the rows, unless -o takes them",
    ),
    "help.--jobs": (
        "用几个进程；0 为每个处理器一个",
        "how many processes; 0: one for each processor",
    ),
    "help.--block": ("每个任务的字节数", "bytes of a task"),
    "help.--dask": (
        "用这个地址的 Dask 集群（文件要在各机器都看得到的地方）",
        "by the Dask cluster at this address (which must see the files)",
    ),
}
