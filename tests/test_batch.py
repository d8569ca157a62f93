"""A file of hands: what is read, what is written, and that nothing stops or swells it."""

from __future__ import annotations

import csv
import io
import json
import pickle
import shlex
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from mjcalc import cli
from mjcalc.batch import lines
from mjcalc.batch.job import Columns, Counts, Entry, Job
from mjcalc.batch.lines import LONGEST, block, is_open, line_blocks
from mjcalc.batch.tasks import Task, TaskPlace, TaskResult, work, work_here
from mjcalc.i18n import Lang
from mjcalc.report import Look
from mjcalc.report.rows import Separated, renderer
from tests.command import Result, enter, run_command

ROOT = Path(__file__).parent.parent
PYTHON = (sys.executable, "-m", "mjcalc")
HAND = "123m456p789s EEE 55z +win:5z tsumo"
FANS = "花龙; 五门齐; 不求人; 圈风刻; 门风刻; 无财神; 单钓将"
TITLES = ["line", "id", "total", "base", "flowers", "enough", "fans", "waits", "error"]
SCORED = ["25", "25", "0", "yes", FANS, "", ""]
BELOW = "[123m] [345m] 678p56s33z +win:7s tsumo"
JOB = Job(Separated(Look(Lang.EN, "tsv")), "huopin", {"two-concealed-kongs": "8"})


Batch = Callable[..., Result]


@pytest.fixture
def batch(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Batch:
    """Runs ``mjcalc batch`` in this process on a file of this text."""
    enter(tmp_path, monkeypatch)

    def run(text: str | bytes, *args: str) -> Result:
        data = text.encode() if isinstance(text, str) else text
        Path("hands.txt").write_bytes(data)
        return run_command(["batch", "hands.txt", *args], capsys)

    return run


def piped(script: str) -> subprocess.CompletedProcess[str]:
    command = shlex.join(PYTHON)
    return subprocess.run(
        ["bash", "-c", f'mjcalc() {{ {command} "$@"; }}\n{script}'],
        capture_output=True, text=True, cwd=ROOT, encoding="utf-8", check=False,
    )  # fmt: skip


# --- plain lines --------------------------------------------------------------------------------


def test_a_row_for_each_line_in_order(batch: Batch) -> None:
    text = f"# Friday\n\na 1\t{HAND}\n{BELOW}\t+flowers:1\n\tbanana\n"
    code, out, err = batch(text, "--lang", "en")
    rows = list(csv.reader(io.StringIO(out), delimiter="\t", quoting=csv.QUOTE_NONE))
    assert rows[0] == TITLES
    assert rows[1][:3] == ["3", "a 1", "25"]
    assert rows[1][6].startswith("Mixed Straight; All Types; ")
    assert rows[2][:2] == ["4", BELOW]
    assert rows[2][8].startswith("impossible-hand: ")
    assert rows[3][:8] == ["5", *[""] * 7]
    assert rows[3][8].startswith('cannot-read: cannot read "banana"')
    assert code == 1
    assert err.splitlines()[-1].startswith("3 hands: wins 1, failures 2; ")


def test_further_tabs_are_blanks(batch: Batch) -> None:
    out = batch(f"id\t{BELOW}\t+flowers:1\n").out
    assert out.splitlines()[1] == "1\tid\t4\t3\t1\tyes\t无财神; 自摸; 花牌\t\t"


def test_a_fan_that_counts_more_than_once(batch: Batch) -> None:
    out = batch("[111m] [999m] [999p] 23s55s +win:4s\n", "--rules", "guobiao").out
    assert "幺九刻*3" in out


def test_bad_lines_are_named_on_standard_error(batch: Batch) -> None:
    lines = "".join(f"{HAND} banana{n}\n" for n in range(12))
    err = batch(lines, "--lang", "en").err.splitlines()
    assert err[0].startswith('hands.txt:1:36: cannot read "banana0"')
    assert err[10] == "2 more lines failed"
    assert batch(lines, "-q").err == ""


def test_line_ends_and_a_byte_order_mark(batch: Batch) -> None:
    out = batch(f"\ufeff{HAND}\r\n{HAND}".encode()).out
    assert [row.split("\t")[0::2][:2] for row in out.splitlines()[1:]] == [["1", "25"], ["2", "25"]]


def test_bytes_that_are_no_text_are_an_error_of_their_line(batch: Batch) -> None:
    code, out, _ = batch(b"\xff\x00\xfe\n" + HAND.encode())
    assert code == 1
    assert out.splitlines()[1].split("\t")[8].startswith("cannot-read")
    assert out.splitlines()[2].split("\t")[2] == "25"


def test_an_empty_file_is_good(batch: Batch) -> None:
    assert batch("")[:2] == (0, "\t".join(TITLES) + "\n")
    assert batch("# nothing\n\u200b\n", "--no-header")[:2] == (0, "")


def test_strict_stops_at_the_first_bad_line(batch: Batch) -> None:
    code, out, _ = batch(f"{HAND}\nbanana\n{HAND}\n", "--strict", "--no-header")
    assert code == 1
    assert [row.split("\t")[0] for row in out.splitlines()] == ["1", "2"]


def test_check_also_fails_below_the_minimum(batch: Batch) -> None:
    assert batch(BELOW, "--check").code == 0
    assert batch(BELOW, "--venue", "8fan").code == 0
    code, _, err = batch(BELOW, "--venue", "8fan", "--check", "--lang", "en")
    assert code == 1
    assert err.splitlines()[-1] == "1 below the minimum"


def test_a_waiting_hand_and_no_win_are_failures(batch: Batch) -> None:
    rows = batch("123m456p789s EEE 5z\n123m456p789s EEE 5z +win:9m\n").out.splitlines()
    cells = [row.split("\t") for row in rows[1:]]
    codes = [(row[7], row[8].split(":")[0]) for row in cells]
    assert codes == [("5z", "waiting"), ("", "not-a-win")]


def test_the_minimum_is_for_the_total_without_flowers(batch: Batch) -> None:
    hand = "[123m] [345m] 678p 56s33z +win:7s tsumo"
    out = batch(f"{hand} +flowers:5\n{HAND}", "--venue", "8fan", "--no-header").out
    cells = [row.split("\t")[2:6] for row in out.splitlines()]
    assert cells == [["8", "3", "5", "no"], ["25", "25", "0", "yes"]]


def test_several_waits_are_tiles_of_the_notation(batch: Batch) -> None:
    out = batch("1112345678999m\n", "--no-header", "-q").out
    assert out.split("\t")[7] == "123456789m"
    assert batch("1m 9m 1s 9s 19p 1234567z\n", "--no-header", "-q").out.split("\t")[7] == (
        "19m19p19s1234567z"
    )


def test_fans_as_numbers(batch: Batch) -> None:
    out = batch(f"{HAND} +flowers:2\n", "--fan-numbers", "--no-header", "-q").out
    assert out.split("\t")[6] == "39; 51; 56; 60; 61; 69; 80; 83*2"
    kongs = "(1111s) [2222m] 8m345p678s +win:8m ron +seat:E +round:E"
    out = batch(kongs, "--rules", "guobiao", "--fan-numbers", "--no-header", "-q").out
    assert out.split("\t")[6] == "73; 76; 79; 明暗杠"  # which has no number


def test_a_byte_order_mark_for_excel(batch: Batch) -> None:
    for args in (["--format", "csv"], []):
        plain, marked = (batch(HAND, *args, *bom, "-q").out for bom in ([], ["--bom"]))
        assert marked == f"\ufeff{plain}"
    assert batch(HAND, "--format", "jsonl", "--bom").out.startswith("{")
    assert batch(HAND, "-o", "out", "--bom", "--no-header", "-q").code == 0
    assert Path("out").read_bytes().startswith(b"\xef\xbb\xbf1\t")


# --- other formats ------------------------------------------------------------------------------


def test_json_lines(batch: Batch) -> None:
    out = batch(f"a\t{HAND}\nbanana\n", "--format", "jsonl").out
    good, bad = map(json.loads, out.splitlines())
    assert (good["line"], good["id"], good["total"]) == (1, "a", 25)
    assert "dropped" not in good
    assert "sets" not in good["fans"][0]
    assert (bad["line"], bad["id"], bad["input"], bad["ok"]) == (2, None, "banana", False)
    explained = json.loads(batch(HAND, "--format", "jsonl", "--explain").out)
    assert explained["fans"][0]["sets"] == [[0, 1, 2]]
    assert explained["dropped"]


def test_json_is_one_list(batch: Batch) -> None:
    assert [
        one["line"] for one in json.loads(batch(f"{HAND}\n{BELOW}", "--format", "json").out)
    ] == [1, 2]
    assert batch("", "--format", "json").out == "[]\n"


def test_csv(batch: Batch) -> None:
    out = batch(f'"a"\t{HAND}\n', "--format", "csv").out
    assert out == ",".join(TITLES) + f'\n1,"""a""",25,25,0,yes,{FANS},,\n'


def test_tables_hold_all_rows(batch: Batch) -> None:
    out = batch(f"a\t{HAND}\nlonger\t{BELOW}\n", "--format", "table", "--lang", "en").out
    assert out.splitlines()[0].startswith(
        "  line  id        total    base    flowers  enough    fans "
    )
    assert out.splitlines()[3].startswith(
        "     2  longer        3       3          0  yes       No Wildcard; Self-Drawn"
    )
    out = batch(HAND, "--format", "markdown").out
    assert out.splitlines()[2].startswith(
        "|      1 |      |      25 |     25 |         0 | yes      | 花龙; 五"
    )


def test_tables_refuse_what_nobody_reads(batch: Batch) -> None:
    code, out, err = batch(f"{HAND}\n" * 10_001, "--format", "table", "--lang", "en", "-q")
    assert (code, out) == (2, "")
    assert err == ("mjcalc: table holds at most 10000 rows: use --format tsv, csv or jsonl\n")


# --- columns ------------------------------------------------------------------------------------


def test_a_column_of_csv(batch: Batch) -> None:
    text = f'who,tiles,total\n"Bo, senior","{HAND.replace(" ", ", ")}",12\nCai,{HAND}\n'
    out = batch(text, "--column", "tiles", "--format", "csv").out
    assert list(csv.reader(io.StringIO(out))) == [
        [*TITLES, "who", "total_in"],
        ["2", "", *SCORED, "Bo, senior", "12"],
        ["3", "", *SCORED, "Cai", ""],
    ]


def test_line_breaks_inside_quotes(batch: Batch) -> None:
    text = f'note,hand\n"two\nlines",{HAND}\nx,{HAND}\n'
    out = batch(text, "--column", "hand", "--format", "csv").out
    rows = list(csv.reader(io.StringIO(out)))
    assert [(row[0], row[-1]) for row in rows[1:]] == [("2", "two\nlines"), ("4", "x")]


def test_a_quote_within_a_cell_is_a_quote(batch: Batch) -> None:
    text = f'note,hand\nO"Brien,{HAND}\n5" wide,{HAND}\r\nlone\rreturn,"{HAND}"\n'
    out = batch(text, "--column", "hand").out
    rows = [row.split("\t") for row in out.splitlines()[1:]]
    assert [(row[0], row[2]) for row in rows] == [("2", "25"), ("3", "25"), ("4", "25")]


def test_a_column_of_tsv_with_ids(batch: Batch) -> None:
    text = f'id\thand\tnote\no1\t{HAND}\ta "quote\n\t{HAND}\t\n'
    out = batch(text, "--column", "hand").out.splitlines()
    assert out[0].split("\t") == [*TITLES, "note"]
    assert out[1].split("\t") == ["2", "o1", *SCORED, 'a "quote']
    assert out[2].split("\t") == ["3", "", *SCORED, ""]


def test_json_keeps_the_other_columns(batch: Batch) -> None:
    text = f'who,hand,who,id\n"Bo, senior",{HAND},Ann,1\nCai,banana\nDee,{HAND},,,more\n'
    out = batch(text, "--column", "hand", "--format", "jsonl").out
    assert [json.loads(line)["columns"] for line in out.splitlines()] == [
        {"who": "Bo, senior", "who_2": "Ann"},
        {"who": "Cai", "who_2": ""},
        {"who": "Dee", "who_2": "", "_3": "more"},
    ]
    assert "columns" not in json.loads(batch(HAND, "--format", "jsonl").out)


def test_a_header_suggests_its_column(batch: Batch) -> None:
    note = "line 1 looks like a header: add --column {}"
    for text, name in (
        (f"hand,who\n{HAND},Bo\n", "hand"),
        (f"no\t手牌\n1\t{HAND}\n", "手牌"),
        (f"Tiles\n{HAND}\n", "Tiles"),
        (f"\ufeffwho,my hand\nBo,{HAND}\n", "NAME"),
    ):
        done = batch(text, "--lang", "en")
        assert note.format(name) in done.err.splitlines()
        if name != "NAME":
            assert batch(text, "--column", name).code == 0
    for text in (f"{HAND}\nhand,who\n", "banana\n", "1m,2m\n"):
        assert "looks like a header" not in batch(text, "--lang", "en").err


def test_semicolons_are_named_and_the_advice_works(batch: Batch) -> None:
    done = batch(f"who;hand\nBo;{HAND}\n", "--column", "hand", "--lang", "en")
    assert (done.code, done.out) == (2, "")
    command = "tr ';' '\\t' < hands.txt | mjcalc batch - --column hand"
    assert done.err == (
        "mjcalc: the columns of hands.txt are separated by semicolons: save them with commas or "
        f"tabs, or run {command}\n"
    )
    done = batch(f"who;hand\nBo;{HAND}\n", "--lang", "en")
    assert "looks like a header: add --column hand" in done.err
    rows = piped(f"cd {shlex.quote(str(Path.cwd()))} && {command} -q").stdout.splitlines()
    assert rows[1].split("\t") == ["2", "", *SCORED, "Bo"]


def test_a_column_that_is_not_there(batch: Batch) -> None:
    code, out, err = batch("hand,who\n", "--column", "hands", "--lang", "en")
    assert (code, out) == (2, "")
    assert err == (
        'mjcalc: the header has no column "hands": there are hand, who; did you mean hand?\n'
    )
    assert batch("", "--column", "hand").code == 0


def test_files_that_cannot_be_read(
    batch: Batch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for path in ("/no/such/file.txt", str(tmp_path)):
        assert cli.run(["batch", path, "--lang", "en"]) == 2
        assert f"cannot open {path}: " in capsys.readouterr().err


# --- streams ------------------------------------------------------------------------------------


def cut(data: bytes, size: int, *, quoted: bool = False) -> list[tuple[int, str]]:
    """The numbered lines of data that is read in steps of a size."""
    found, number, read = [], 1, 0
    for piece in line_blocks(io.BytesIO(data), size, quoted=quoted):
        lines = block(piece.data, number, quoted=quoted)
        found += list(zip(lines.numbers, lines.lines, strict=True))
        number, read = number + piece.lines, read + piece.size
    assert read == len(data)
    return found


@pytest.mark.parametrize("size", [1, 2, 4, 100])
def test_blocks_are_whole_lines_with_their_numbers(size: int) -> None:
    assert cut(b"a\nb\r\n\nc", size) == [(1, "a"), (2, "b"), (3, ""), (4, "c")]


@pytest.mark.parametrize("quoted", [False, True])
@pytest.mark.parametrize("size", [1000, LONGEST, 10 * LONGEST])
def test_a_line_that_never_ends_is_one_bad_line(size: int, quoted: bool) -> None:
    data = b'"' + b"m" * (5 * LONGEST) + b"\nlast\n"
    found = cut(data, size, quoted=quoted)
    assert [(number, len(line)) for number, line in found] == [(1, LONGEST), (2, 4)]


@given(
    st.lists(st.sampled_from(["a", '"', "\n", "\r\n", ",", "中", "LONG"]), max_size=40),
    st.integers(1, 200_000),
    st.booleans(),
)
def test_lines_do_not_depend_on_how_they_arrive(parts: list[str], size: int, quoted: bool) -> None:
    data = "".join(parts).replace("LONG", "m" * 40_000).encode()
    assert cut(data, size, quoted=quoted) == cut(data, len(data) + 1, quoted=quoted)


def test_a_huge_line_does_not_stop_a_batch(batch: Batch) -> None:
    code, out, _ = batch("1" * 3_000_000 + f"\n{HAND}\n", "--no-header")
    rows = [row.split("\t") for row in out.splitlines()]
    assert code == 1
    assert [(row[0], row[2]) for row in rows] == [("1", ""), ("2", "25")]


def task(text: str, first: int = 1) -> Task:
    data = text.encode()
    end = TaskPlace(len(data), first + len(text.splitlines()))
    return Task(TaskPlace(0, first), end, data)


def test_a_task_and_its_job_go_to_any_executor() -> None:
    todo = task(f"{HAND}\nx\tbanana\n", 7)
    with ProcessPoolExecutor(1) as pool:
        (done,) = pool.map(partial(work, job=JOB), [todo])
    assert done.rows == work(todo, JOB).rows
    assert [row.split(b"\t")[0] for row in done.rows.splitlines()] == [b"7", b"8"]
    assert done.counts == Counts(2, 1, 1, 0)
    assert pickle.loads(pickle.dumps(JOB)).ruleset is JOB.ruleset
    assert JOB.ruleset.options == {"two-concealed-kongs": "8"}


def test_counts_add_up() -> None:
    assert Counts(3, 2, 1, 0) + Counts(1, 1, 0, 1) == Counts(4, 3, 1, 1)
    done = [one for one in work_here([task("x")] * 3, JOB) if isinstance(one, TaskResult)]
    assert sum((one.counts for one in done), Counts()) == Counts(3, 0, 3, 0)


def test_columns_pass_the_others_through() -> None:
    columns = Columns.of("who,hand,id\r\n", "hand")
    assert columns.others == ("who",)
    assert columns.entry(f"Bo,{HAND},7") == Entry("7", HAND, ("Bo",))
    assert columns.entry("Bo") == Entry(None, "", ("Bo",))


def test_the_renderer_of_a_format() -> None:
    look = Look(format="table")
    assert renderer(look, "huopin") == Separated(Look(format="tsv"))


def test_each_line_of_a_pipe_is_answered_at_once() -> None:
    with subprocess.Popen(
        [*PYTHON, "batch", "-", "--no-header"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        for line in (b"1\t25", b"2\t3"):
            hand = HAND if line == b"1\t25" else BELOW
            process.stdin.write(f"\t{hand}\n".encode())
            process.stdin.flush()
            answer = process.stdout.readline().split(b"\t")
            assert b"\t".join([answer[0], answer[2]]) == line
        process.stdin.close()
        assert process.wait() == 0


def test_head_ends_a_batch_quietly() -> None:
    # The input has no end: a finite one may be done before the pipe breaks.
    script = f"yes '{HAND}' | mjcalc batch - | head -3; "
    done = piped(script + 'echo "${PIPESTATUS[1]}"')
    assert done.stdout.splitlines()[-1] == "0"
    assert len(done.stdout.splitlines()) == 4
    assert done.stderr == ""


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"

    def peak(lines: int) -> int:
        path.write_text(f"{HAND}\n" * lines, encoding="utf-8")
        code = (
            "import resource, sys; from mjcalc.cli import run;"
            f"run(['batch', {str(path)!r}, '-q']);"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
        )
        command = [sys.executable, "-c", code]
        done = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=ROOT, check=True
        )
        return int(done.stderr)

    # Both files are long enough to load numpy, which a short one never does.
    assert peak(200_000) < peak(20_000) * 1.25


@given(st.text('",\nab', min_size=1, max_size=60))
def test_records_end_where_the_csv_module_ends_them(text: str) -> None:
    found = [number for number, _ in cut(text.encode(), 1000, quoted=True)]
    reader, firsts = csv.reader(io.StringIO(text, newline="")), [1]
    firsts += [reader.line_num + 1 for _ in reader]
    *firsts, end = firsts
    assert found[: len(firsts)] == firsts
    # A quote that never closes takes its own line alone; of the csv module it takes all the rest.
    if not is_open("\n".join(text.split("\n")[firsts[-1] - 1 : end - 1])):
        assert len(found) == len(firsts)


def test_a_line_is_looked_at_once_for_the_end_of_a_quote(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many lines before it open a quote that nothing closes."""
    looked = 0

    class Counting:
        def fullmatch(self, line: bytes) -> object:
            nonlocal looked
            looked += 1
            return stays.fullmatch(line)

    stays = lines._STAYS
    monkeypatch.setattr(lines, "_STAYS", Counting())
    count = 3000
    found = list(lines.block(b'a",",\n' * count, 1, quoted=True).lines)
    assert len(found) == count
    assert looked <= count
